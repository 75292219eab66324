import type { Context } from '#access/context.ts';
import { actorOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import { findHiddenFields } from '#features/sessions/hidden-fields.ts';
import { findSelf } from '#features/tasks/candidates.ts';
import { closeTask } from '#features/tasks/close-task.ts';
import { excludeFromTask } from '#features/tasks/exclude-from-task.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { Forbidden, InvalidInput, NotFound } from '#platform/errors.ts';
import { toNodeId } from '#platform/ids.ts';
import type { EventSource } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';
import { AlreadyDecided, ApprovalCancelled, ApprovalOutOfScope, closedBecause } from './approval-errors.ts';
import { castVote } from './cast-vote.ts';
import { whyVoid } from './check-approved-scope.ts';
import { readReason } from './deny-options.ts';
import { expireApproval } from './expire-approval.ts';
import { findApproval } from './find-approvals.ts';
import { whyNotDecide } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';
import { closeQuestions } from './question-task.ts';
import { readEdit } from './read-edit.ts';
import { requireStillDeciding } from './still-deciding.ts';
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
  if (!isApproved && input.input !== undefined && input.input !== null)
    throw InvalidInput.of(
      'input',
      'Arguments are edited by approving. To deny, leave them out and say what to change.',
    );
  const edited = isApproved ? await readEdit(ctx, approval, await requireSameTool(ctx, approval), input.input) : null;
  return ctx.transaction((inside) => settle(inside, approval, { isApproved, edited, ...words }));
}

type Settlement = {
  isApproved: boolean;
  edited: Record<string, unknown> | null;
  reason: string | null;
  denyOption: string | null;
};

async function settle(ctx: Context, seen: Approval, settlement: Settlement): Promise<Approval> {
  const { isApproved, edited, reason, denyOption } = settlement;
  const { id, tenantId, runId, sessionId } = seen;
  const now = ctx.clock.now();
  const decider = actorOf(ctx.viewer);
  const self = await findSelf(ctx);
  const hidden = await findHiddenFields(ctx, seen.toolSlug, runId);
  // One decision of the tenant at a time: what follows is a chain.
  await lockAuditChain(ctx);
  await requireStillDeciding(ctx, seen);
  const current = await ctx.db.approval.findFirst({ where: { id } });
  if (!current) throw new NotFound('This approval');
  if (current.status !== 'PENDING') throw closedBecause(current.status);
  const agreeing = await castVote(ctx, current, { headId: self.id!, isApproved, reason });
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
    details: {
      tool: seen.toolSlug,
      run: toNodeId('ToolRun', runId),
      edited: edited !== null,
      agreeing,
      needed: current.needed,
    },
    // Even the digest of what is hidden would tell it, to whoever tries.
    before: maskFields(current.input, hidden),
    after: maskFields(edited ?? current.input, hidden),
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
  const run = { runId, toolSlug: seen.toolSlug };
  const named = { runId: toNodeId('ToolRun', runId), toolSlug: seen.toolSlug };
  const confirmation = { ...about, ...named, decision: status, edited: edited !== null };
  const appended = await ctx.events.append({
    tenantId,
    sessionId,
    actor: decider,
    from: { source: seen.source as EventSource['source'], subSource: seen.subSource },
    at: now,
    events: [
      // It belongs to the session, not to the life of the run, and so only tells of it.
      { type: 'user.tool_confirmation', payload: confirmation },
      isApproved
        ? { ...run, type: 'tool.approved', payload: { ...about, ...(edited && { input: edited }) } }
        : { ...run, type: 'tool.denied', payload: { ...about, error: denial } },
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
