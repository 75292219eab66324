import type { Context } from '#access/context.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import { assignTask } from '#features/tasks/assign-task.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { closedBecause } from './approval-errors.ts';
import { eligibleDeciders } from './eligible-deciders.ts';
import { findApproval } from './find-approvals.ts';
import { candidatesFor, type StoredDeciders, whyNotDecide } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';

const NOT_AMONG = 'The rule says who decides about this call. Choose one of them who has not decided yet.';
const JUST_CHANGED = 'Somebody has had their say about this call just now. Look at it again, then reassign it.';

/** Puts a waiting call before somebody else of the tenant; where a rule names who decides, before one of them. */
export async function reassignApproval(ctx: Context, id: string, userId: string): Promise<Approval> {
  const approval = await findApproval(ctx, id);
  if (!approval) throw new NotFound('This approval');
  const refusal = await whyNotDecide(ctx, approval);
  if (refusal) throw new Forbidden(refusal, 'approvals.team.decide');
  if (approval.status !== 'PENDING') throw closedBecause(approval.status);
  if (userId === approval.requesterId) throw InvalidInput.of('userId', 'Whoever asked for the call cannot decide it.');
  return ctx.transaction(async (inside) => {
    // In the order of a decision: two that lock the same rows the other way round would wait for each other.
    await lockAuditChain(inside);
    const member = await inside.db.membership.findFirst({ where: { userId } });
    if (!member) throw InvalidInput.of('userId', 'This person is not a member of the tenant.');
    const where = { AND: [{ userId }, await eligibleDeciders(inside, approval)] };
    if (!(await inside.db.membership.findFirst({ where }))) throw InvalidInput.of('userId', NOT_AMONG);
    const { count } = await inside.db.approval.updateMany({
      where: { id, status: 'PENDING', revision: approval.revision },
      data: { assigneeId: userId, revision: { increment: 1 } },
    });
    const reassigned = (await inside.db.approval.findFirst({ where: { id } }))!;
    if (count === 0)
      throw reassigned.status === 'PENDING' ? new Conflict(JUST_CHANGED) : closedBecause(reassigned.status);
    const deciders = approval.deciders as unknown as StoredDeciders;
    await assignTask(inside, approval.taskId, userId, candidatesFor(deciders, reassigned));
    await appendAudit(inside, {
      action: 'approval.reassigned',
      target: { type: 'Approval', id },
      permission: 'approvals.team.decide',
      details: { tool: approval.toolSlug },
      before: { assigneeId: approval.assigneeId },
      after: { assigneeId: userId },
    });
    inside.ring('Approval', id);
    await notifyApproval(inside, 'reassigned', reassigned);
    return reassigned;
  });
}
