import type { Context } from '#access/context.ts';
import { lockAuditChain } from '#features/audit/append-audit.ts';
import { closeTask } from '#features/tasks/close-task.ts';
import type { EventSource } from '#toolkit/event-log.ts';
import { notifyApproval } from './notify-approval.ts';
import { closeQuestions } from './question-task.ts';

const EXPIRED = {
  code: 'APPROVAL_EXPIRED',
  message: 'Nobody decided about this call in time. Make it again, or ask somebody to look at the inbox sooner.',
};
const HOUSE = { kind: 'system', id: null, label: 'toolcrib' };

/** Ends the wait of a call that nobody decided about. Whether there was one to end. */
export async function expireApproval(ctx: Context, id: string): Promise<boolean> {
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const now = inside.clock.now();
    const { count } = await inside.db.approval.updateMany({
      where: { id, status: 'PENDING', expiresAt: { lte: now } },
      data: { status: 'EXPIRED', decidedAt: now, revision: { increment: 1 } },
    });
    if (count === 0) return false;
    const approval = (await inside.db.approval.findFirst({ where: { id } }))!;
    const { tenantId, sessionId, runId, toolSlug, taskId, source, subSource } = approval;
    await closeTask(inside, taskId, 'cancelled', HOUSE.label);
    await closeQuestions(inside, approval, 'cancelled');
    await inside.events.append({
      tenantId,
      sessionId,
      actor: HOUSE,
      from: { source: source as EventSource['source'], subSource },
      events: [{ type: 'tool.failed', runId, toolSlug, payload: { error: EXPIRED } }],
    });
    await inside.enqueue('run.ended', { tenantId, runId }, { key: runId });
    await notifyApproval(inside, 'expired', approval);
    inside.ring('Approval', id);
    return true;
  });
}
