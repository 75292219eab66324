import type { Context } from '#access/context.ts';
import { lockAuditChain } from '#features/audit/append-audit.ts';
import { reviveTask } from '#features/tasks/revive-task.ts';
import { notifyApproval } from './notify-approval.ts';

const HOUSE = { kind: 'system', id: null, label: 'toolcrib' };

/** Reminds of a call that still waits, once. Whether there was one to remind of. */
export async function remindApproval(ctx: Context, id: string): Promise<boolean> {
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const now = inside.clock.now();
    // No new revision: nothing about the call has changed, and whoever is deciding goes on.
    const { count } = await inside.db.approval.updateMany({
      where: {
        id,
        status: 'PENDING',
        remindAt: { lte: now },
        remindedAt: null,
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
      data: { remindedAt: now },
    });
    if (count === 0) return false;
    const approval = (await inside.db.approval.findFirst({ where: { id } }))!;
    const { tenantId, sessionId, runId, toolSlug } = approval;
    await inside.events.append({
      tenantId,
      sessionId,
      actor: HOUSE,
      events: [{ type: 'approval.reminded', payload: {}, toolSlug, runId }],
    });
    await reviveTask(inside, approval.taskId);
    await notifyApproval(inside, 'reminded', approval);
    inside.ring('Approval', id);
    return true;
  });
}
