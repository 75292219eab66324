import type { Context } from '#access/context.ts';
import { handSession } from '#features/sessions/hand-session.ts';

/** Puts something before another person, who sees it at once, and the session in which it is put before them. `candidates` replaces on whom it waits. */
export async function assignTask(ctx: Context, id: string, assigneeId: string, candidates?: string[]): Promise<void> {
  await ctx.db.task.updateMany({
    where: { id, status: 'open' },
    data: { assigneeId, ...(candidates && { candidates }) },
  });
  const task = await ctx.db.task.findFirst({ where: { id }, select: { sessionId: true } });
  if (task?.sessionId) await handSession(ctx, task.sessionId, assigneeId);
  await ctx.db.taskSnooze.deleteMany({ where: { taskId: id, personId: assigneeId } });
  ctx.ring('Task', id);
}
