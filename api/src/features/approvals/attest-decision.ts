import type { Context } from '#access/context.ts';
import type { Approval, SessionEvent } from '#generated/prisma/client.ts';
import { toNodeId } from '#platform/ids.ts';
import { voterIdOf } from './may-decide.ts';
import type { ReceiptContent } from './receipt-chain.ts';
import type { ReceiptDigest } from './receipt-digest.ts';

/** The event that made the call wait, and the one that let it go on or ended it. */
async function findEvents(ctx: Context, { runId }: Approval): Promise<(SessionEvent | undefined)[]> {
  const types = ['tool.needs_approval', 'tool.approved', 'tool.denied'];
  const events = await ctx.db.sessionEvent.findMany({
    where: { runId, type: { in: types } },
    orderBy: { seq: 'asc' },
  });
  const isAsking = ({ type }: SessionEvent) => type === 'tool.needs_approval';
  return [events.find(isAsking), events.find((event) => !isAsking(event))];
}

const versionIn = (asked: SessionEvent | undefined) =>
  (asked?.payload as { version?: number } | undefined)?.version ?? null;

function toAttested({ id, sessionId, seq, type, hash }: SessionEvent, digest: ReceiptDigest) {
  const hex = Buffer.from(hash).toString('hex');
  return {
    id: toNodeId('SessionEvent', id),
    sessionId: toNodeId('Session', sessionId),
    seq,
    type,
    // The hash covers the arguments that the event tells.
    hash: digest.isKeyed ? digest.of(hex) : hex,
  };
}

/** The public id of a person or key; the row that names them does not say which they are. */
async function namePrincipal(ctx: Context, id: string): Promise<string> {
  const key = await ctx.db.apiKey.findFirst({ where: { id }, select: { id: true } });
  return toNodeId(key ? 'ApiKey' : 'User', id);
}

/** What a receipt says of a decision, told by the rows and the log as they are now. */
export async function attestDecision(ctx: Context, approval: Approval, digest: ReceiptDigest): Promise<ReceiptContent> {
  const [asked, event] = await findEvents(ctx, approval);
  const votes = await ctx.db.approvalVote.findMany({
    where: { approvalId: approval.id },
    orderBy: [{ createdAt: 'asc' }, { headId: 'asc' }, { nth: 'asc' }],
  });
  const { decidedById, ruleId, input, editedInput } = approval;
  return {
    tenantId: toNodeId('Tenant', approval.tenantId),
    approvalId: toNodeId('Approval', approval.id),
    runId: toNodeId('ToolRun', approval.runId),
    toolSlug: approval.toolSlug,
    toolVersion: versionIn(asked),
    definitionDigest: approval.definitionDigest,
    askedInputDigest: digest.of(input),
    inputDigest: digest.of(editedInput ?? input),
    ruleId: ruleId && toNodeId('ApprovalRule', ruleId),
    ruleRevision: approval.ruleRevision,
    decision: approval.status,
    decidedBy: approval.decidedBy,
    decidedById: decidedById && (await namePrincipal(ctx, decidedById)),
    reason: approval.reason,
    denyOption: approval.denyOption,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    votes: votes.map((vote) => ({
      by: vote.label,
      byId: voterIdOf(vote),
      decision: vote.decision,
      reason: vote.reason,
      at: vote.createdAt.toISOString(),
    })),
    event: event ? toAttested(event, digest) : null,
  };
}
