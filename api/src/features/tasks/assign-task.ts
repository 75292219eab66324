import type { Context } from '#access/context.ts';

export async function assignTask(ctx: Context, id: string, assigneeId: string): Promise<void> {
  await ctx.db.task.updateMany({ where: { id, status: 'open' }, data: { assigneeId, snoozedUntil: null } });
  ctx.ring('Task', id);
}
