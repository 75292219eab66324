import type { Context } from '#access/context.ts';
import type { Approval, SessionEvent } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { toNodeId } from '#platform/ids.ts';
import type { ReceiptContent } from './receipt-chain.ts';

/** The event that let the call go on, or ended it. */
function findDecisionEvent(ctx: Context, { runId }: Approval): Promise<SessionEvent | null> {
  return ctx.db.sessionEvent.findFirst({
    where: { runId, type: { in: ['tool.approved', 'tool.denied'] } },
    orderBy: { seq: 'asc' },
  });
}

/** The public ids of people and keys; the rows that name them do not say which they are. */
async function namePrincipals(ctx: Context, ids: string[]): Promise<(id: string) => string> {
  const keys = await ctx.db.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const keyIds = new Set(keys.map(({ id }) => id));
  return (id) => toNodeId(keyIds.has(id) ? 'ApiKey' : 'User', id);
}

/** What a receipt says of a decision, told by the rows and the log as they are now. */
export async function attestDecision(ctx: Context, approval: Approval): Promise<ReceiptContent> {
  const event = await findDecisionEvent(ctx, approval);
  const votes = await ctx.db.approvalVote.findMany({
    where: { approvalId: approval.id },
    orderBy: [{ createdAt: 'asc' }, { principalId: 'asc' }],
  });
  const { decidedById, ruleId, editedInput } = approval;
  const voters = votes.map(({ principalId }) => principalId);
  const publicIdOf = await namePrincipals(ctx, decidedById ? [decidedById, ...voters] : voters);
  return {
    tenantId: toNodeId('Tenant', approval.tenantId),
    approvalId: toNodeId('Approval', approval.id),
    runId: toNodeId('ToolRun', approval.runId),
    toolSlug: approval.toolSlug,
    definitionDigest: approval.definitionDigest,
    inputDigest: editedInput ? digestOf(editedInput) : approval.inputDigest,
    ruleId: ruleId && toNodeId('ApprovalRule', ruleId),
    ruleRevision: approval.ruleRevision,
    decision: approval.status,
    decidedBy: approval.decidedBy,
    decidedById: decidedById && publicIdOf(decidedById),
    reason: approval.reason,
    denyOption: approval.denyOption,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    votes: votes.map(({ label, principalId, decision, reason, createdAt }) => ({
      by: label,
      byId: publicIdOf(principalId),
      decision,
      reason,
      at: createdAt.toISOString(),
    })),
    event: event && {
      id: toNodeId('SessionEvent', event.id),
      sessionId: toNodeId('Session', event.sessionId),
      seq: event.seq,
      type: event.type,
      hash: Buffer.from(event.hash).toString('hex'),
    },
  };
}
