import type { Context } from '#access/context.ts';

/** Brings something back into sight that was put off, and tells the inboxes. */
export async function reviveTask(ctx: Context, id: string): Promise<void> {
  await ctx.db.task.updateMany({ where: { id, status: 'open' }, data: { snoozedUntil: null } });
  ctx.ring('Task', id);
}
