import type { Context } from '#access/context.ts';

/** Brings something back into sight for all who put it off, and tells the inboxes. */
export async function reviveTask(ctx: Context, id: string): Promise<void> {
  await ctx.db.taskSnooze.deleteMany({ where: { taskId: id } });
  ctx.ring('Task', id);
}
