import type { Context } from '#access/context.ts';
import { cancelApproval } from '#features/approvals/cancel-approval.ts';
import type { EventActor, EventSource } from '#toolkit/event-log.ts';

/** Ends what a cancelled run has begun and what waits for somebody because of it, however deep it lies. */
export async function cancelSteps(ctx: Context, runId: string, by: EventActor): Promise<void> {
  const steps = await ctx.db.runHead.findMany({ where: { parentRunId: runId, state: { not: 'ended' } } });
  for (const { id, tenantId, sessionId, toolSlug, source, subSource, stepId, test } of steps) {
    const payload = { by: 'user', cancelledBy: by.label };
    const { accepted } = await ctx.events.append({
      tenantId,
      sessionId,
      actor: by,
      from: { source: source as EventSource['source'], subSource },
      test,
      events: [{ type: 'tool.cancelled', runId: id, toolSlug, parentRunId: runId, stepId, payload }],
    });
    if (!accepted) continue;
    await cancelApproval(ctx, id);
    await cancelSteps(ctx, id, by);
    ctx.ring('RunCancelled', id);
  }
}
