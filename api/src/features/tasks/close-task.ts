import type { Context } from '#access/context.ts';
import { actorOf } from '#access/viewer.ts';

/** Ends something that waited for a person, and the session in which it was put before them. Whoever comes second finds it closed, which is no mistake. */
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
  if (count === 0) return;
  const task = await ctx.db.task.findFirst({ where: { id }, select: { tenantId: true, sessionId: true } });
  if (task?.sessionId) {
    const { tenantId, sessionId } = task;
    await ctx.events.append({
      tenantId,
      sessionId,
      actor: actorOf(ctx.viewer),
      events: [{ type: `session.${status}`, payload: { by } }],
    });
  }
  ctx.ring('Task', id);
}
