import type { Context } from '#access/context.ts';
import { actorOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import { findSelf } from '#features/tasks/candidates.ts';
import { closeTask } from '#features/tasks/close-task.ts';
import { excludeFromTask } from '#features/tasks/exclude-from-task.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { Forbidden, NotFound } from '#platform/errors.ts';
import { toNodeId } from '#platform/ids.ts';
import type { EventSource } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { AlreadyDecided, ApprovalCancelled, ApprovalOutOfScope, closedBecause } from './approval-errors.ts';
import { whyVoid } from './check-approved-scope.ts';
import { readReason } from './deny-options.ts';
import { expireApproval } from './expire-approval.ts';
import { findApproval } from './find-approvals.ts';
import { whyNotDecide } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';
import { closeQuestions } from './question-task.ts';
import { readEdit } from './read-edit.ts';
import { requireStillDeciding, stillCounts } from './still-deciding.ts';
import { writeReceipt } from './write-receipt.ts';

export type DecideInput = {
  id: string;
  decision: 'APPROVE' | 'DENY';
  /** Other arguments than those asked for. */
  input?: unknown;
  reason?: string | null;
  /** The label of a refusal that the tool names. */
  denyOption?: string | null;
};

/** What would run must be what was asked about. */
async function requireSameTool(ctx: Context, approval: Approval): Promise<ResolvedTool> {
  const tool = (await ctx.tools.of(tenantIdOf(ctx.viewer))).find(approval.toolSlug);
  const reason = await whyVoid(ctx, approval);
  if (!tool || reason) throw new ApprovalOutOfScope(reason);
  return tool;
}

/** Decides about a waiting call, once. The first decision counts; every later one is told so. */
export async function decideApproval(ctx: Context, input: DecideInput): Promise<Approval> {
  const approval = await findApproval(ctx, input.id);
  if (!approval) throw new NotFound('This approval');
  const refusal = await whyNotDecide(ctx, approval);
  if (refusal) throw new Forbidden(refusal, 'approvals.team.decide');
  if (approval.status !== 'PENDING') throw closedBecause(approval.status);
  if (approval.expiresAt && approval.expiresAt <= ctx.clock.now()) {
    await expireApproval(ctx, approval.id);
    throw closedBecause('EXPIRED');
  }
  const words = await readReason(ctx, approval, input);
  const isApproved = input.decision === 'APPROVE';
  const edited = isApproved ? await readEdit(ctx, approval, await requireSameTool(ctx, approval), input.input) : null;
  return ctx.transaction((inside) => settle(inside, approval, { isApproved, edited, ...words }));
}

type Settlement = {
  isApproved: boolean;
  edited: Record<string, unknown> | null;
  reason: string | null;
  denyOption: string | null;
};

/** The caller, and those before who could still say so. */
async function countAgreeing(ctx: Context, approval: Approval, self: string): Promise<number> {
  const where = { approvalId: approval.id, decision: 'APPROVE', principalId: { not: self } } as const;
  let count = 1;
  for (const vote of await ctx.db.approvalVote.findMany({ where }))
    if (await stillCounts(ctx, approval, vote)) count += 1;
  return count;
}

async function settle(ctx: Context, seen: Approval, settlement: Settlement): Promise<Approval> {
  const { isApproved, edited, reason, denyOption } = settlement;
  const { id, tenantId, runId, sessionId } = seen;
  const now = ctx.clock.now();
  const decider = actorOf(ctx.viewer);
  // A key votes as whoever made it, so that nobody counts twice.
  const self = await findSelf(ctx);
  // One decision of the tenant at a time: what follows is a chain.
  await lockAuditChain(ctx);
  await requireStillDeciding(ctx, seen);
  const { count: voted } = await ctx.db.approvalVote.createMany({
    data: [
      {
        tenantId,
        approvalId: id,
        principalId: self.id!,
        label: decider.label,
        decision: isApproved ? 'APPROVE' : 'DENY',
        reason,
        createdAt: now,
      },
    ],
    skipDuplicates: true,
  });
  const current = await ctx.db.approval.findFirst({ where: { id } });
  if (!current) throw new NotFound('This approval');
  if (current.status !== 'PENDING') throw closedBecause(current.status);
  if (voted === 0) throw new AlreadyDecided('You have decided about this call already.');
  const agreeing = await countAgreeing(ctx, current, self.id!);
  const isSettled = !isApproved || agreeing >= current.needed;
  const status = isApproved ? 'APPROVED' : 'DENIED';
  const { count } = await ctx.db.approval.updateMany({
    where: { id, status: 'PENDING', revision: current.revision },
    data: {
      revision: current.revision + 1,
      ...(isSettled && {
        status,
        decidedBy: decider.label,
        decidedById: decider.id,
        decidedAt: now,
        reason,
        denyOption,
        ...(edited && { editedInput: edited as Prisma.InputJsonValue }),
      }),
    },
  });
  if (count === 0) throw new AlreadyDecided();
  await appendAudit(ctx, {
    action: isApproved ? 'approval.approved' : 'approval.denied',
    target: { type: 'Approval', id },
    permission: 'approvals.team.decide',
    details: { tool: seen.toolSlug, run: runId, edited: edited !== null, agreeing, needed: current.needed },
    before: current.input,
    after: edited ?? current.input,
  });
  ctx.ring('Approval', id);
  if (!isSettled) {
    await excludeFromTask(ctx, seen.taskId, self.id!);
    return (await ctx.db.approval.findFirst({ where: { id } }))!;
  }

  await closeTask(ctx, seen.taskId, 'completed', decider.label);
  await closeQuestions(ctx, seen, 'cancelled');
  const about = { approvalId: toNodeId('Approval', id), decidedBy: decider.label, reason, denyOption };
  const denial = { code: 'APPROVAL_DENIED', message: reason ?? `${decider.label} denied this call.` };
  const appended = await ctx.events.append({
    tenantId,
    sessionId,
    actor: decider,
    from: { source: seen.source as EventSource['source'], subSource: seen.subSource },
    at: now,
    events: [
      { type: 'user.tool_confirmation', payload: { ...about, decision: status, edited: edited !== null } },
      isApproved
        ? {
            type: 'tool.approved',
            runId,
            toolSlug: seen.toolSlug,
            payload: { ...about, ...(edited && { input: edited }) },
          }
        : { type: 'tool.denied', runId, toolSlug: seen.toolSlug, payload: { ...about, error: denial } },
    ],
  });
  // The log has the last word: the run may have been cancelled in this very moment.
  if (!appended.accepted) throw new ApprovalCancelled();
  await ctx.enqueue(isApproved ? 'run.start' : 'run.ended', { tenantId, runId }, { key: runId });
  const settled = (await ctx.db.approval.findFirst({ where: { id } }))!;
  await writeReceipt(ctx, settled);
  await notifyApproval(ctx, 'decided', settled);
  return settled;
}
