import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { assignTask } from '#features/tasks/assign-task.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { closedBecause } from './approval-errors.ts';
import { findApproval } from './find-approvals.ts';
import { whyNotDecide } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';

/** Puts a waiting call before somebody else of the tenant. */
export async function reassignApproval(ctx: Context, id: string, userId: string): Promise<Approval> {
  const approval = await findApproval(ctx, id);
  if (!approval) throw new NotFound('This approval');
  const refusal = await whyNotDecide(ctx, approval);
  if (refusal) throw new Forbidden(refusal, 'approvals.team.decide');
  if (approval.status !== 'PENDING') throw closedBecause(approval.status);
  if (userId === approval.requesterId) throw InvalidInput.of('userId', 'Whoever asked for the call cannot decide it.');
  return ctx.transaction(async (inside) => {
    const member = await inside.db.membership.findFirst({ where: { userId } });
    if (!member) throw InvalidInput.of('userId', 'This person is not a member of the tenant.');
    const { count } = await inside.db.approval.updateMany({
      where: { id, status: 'PENDING', revision: approval.revision },
      data: { assigneeId: userId, revision: { increment: 1 } },
    });
    if (count === 0) throw closedBecause('APPROVED');
    await assignTask(inside, approval.taskId, userId);
    await appendAudit(inside, {
      action: 'approval.reassigned',
      target: { type: 'Approval', id },
      permission: 'approvals.team.decide',
      details: { tool: approval.toolSlug },
      before: { assigneeId: approval.assigneeId },
      after: { assigneeId: userId },
    });
    inside.ring('Approval', id);
    const reassigned = (await inside.db.approval.findFirst({ where: { id } }))!;
    await notifyApproval(inside, 'reassigned', reassigned);
    return reassigned;
  });
}
