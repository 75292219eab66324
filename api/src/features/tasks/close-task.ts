import type { Context } from '#access/context.ts';

/** Whoever comes second finds it closed, which is no mistake. */
export async function closeTask(
  ctx: Context,
  id: string,
  status: 'completed' | 'cancelled',
  by: string,
): Promise<void> {
  const { count } = await ctx.db.task.updateMany({
    where: { id, status: 'open' },
    data: { status, completedBy: by, completedAt: ctx.clock.now() },
  });
  if (count > 0) ctx.ring('Task', id);
}
