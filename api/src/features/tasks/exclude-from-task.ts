import type { Context } from '#access/context.ts';

/** Somebody has had their say: it waits on the others only. */
export async function excludeFromTask(ctx: Context, id: string, principalId: string): Promise<void> {
  await ctx.db.task.updateMany({ where: { id, status: 'open' }, data: { excluded: { push: principalId } } });
  ctx.ring('Task', id);
}
