import type { Context } from '#access/context.ts';

/** Puts something before another person, who sees it at once. `candidates` replaces on whom it waits. */
export async function assignTask(ctx: Context, id: string, assigneeId: string, candidates?: string[]): Promise<void> {
  await ctx.db.task.updateMany({
    where: { id, status: 'open' },
    data: { assigneeId, ...(candidates && { candidates }) },
  });
  await ctx.db.taskSnooze.deleteMany({ where: { taskId: id, personId: assigneeId } });
  ctx.ring('Task', id);
}
