import type { Context } from '#access/context.ts';
import type { Approval, Receipt } from '#generated/prisma/client.ts';
import { digestOf, toCanonicalJson } from '#platform/canonical.ts';
import { NotFound } from '#platform/errors.ts';
import { attestDecision } from './attest-decision.ts';
import { findReceiptFlaw, type ReceiptContent } from './receipt-chain.ts';
import { digestLike } from './receipt-digest.ts';
import { receiptKey } from './receipt-key.ts';

/** The receipt is missing when somebody took it away. */
export type ReceiptVerification = { valid: boolean; reason: string | null; receipt: Receipt | null };

const ASKED_OTHERWISE = 'The arguments that were asked for were changed since.';
/** What else than that a column was changed since. */
const REASONS: Partial<Record<keyof ReceiptContent, string>> = {
  askedInputDigest: ASKED_OTHERWISE,
  inputDigest: 'The arguments that were decided on were changed since.',
  event: 'The log tells of this decision otherwise.',
};

const DECIDED = ['APPROVED' as const, 'DENIED' as const];

/** Whether the record of a decision is the one that was written, stands where it stood, and is what rows and log tell. */
export async function verifyReceipt(ctx: Context, approval: Approval): Promise<ReceiptVerification> {
  // Decisions first: one that is made meanwhile brings its receipt with it.
  const decisions = await ctx.db.approval.count({ where: { status: { in: DECIDED } } });
  const receipt = await ctx.db.receipt.findFirst({ where: { approvalId: approval.id } });
  if (!receipt && !DECIDED.some((status) => status === approval.status))
    throw new NotFound('A receipt for this approval');
  const reason = receipt
    ? ((await findFlawInChain(ctx, receipt, decisions)) ?? (await findContradiction(ctx, approval, receipt)))
    : 'It was taken away: the call was decided, and no receipt of it is left.';
  return { valid: reason === null, reason, receipt };
}

async function findFlawInChain(ctx: Context, receipt: Receipt, decisions: number): Promise<string | null> {
  const before = await ctx.db.receipt.findFirst({ where: { seq: receipt.seq - 1 } });
  if (receipt.seq > 1 && !before) return 'The receipt before it is missing.';
  const flaw = findReceiptFlaw(receipt, before?.hash ?? '', await receiptKey(ctx));
  if (flaw) return flaw;
  const after = await ctx.db.receipt.findFirst({ where: { seq: { gt: receipt.seq } }, orderBy: { seq: 'asc' } });
  if (after && (after.seq !== receipt.seq + 1 || after.previousHash !== receipt.hash))
    return 'The receipt after it does not follow it.';
  const kept = await ctx.db.receipt.count();
  return kept < decisions ? `Receipts were taken away: ${decisions} were written, ${kept} are left.` : null;
}

async function findContradiction(ctx: Context, approval: Approval, receipt: Receipt): Promise<string | null> {
  const written = receipt.content as unknown as ReceiptContent;
  const told = await attestDecision(ctx, approval, await digestLike(ctx, approval, written.inputDigest));
  // Receipts of earlier releases name rows by other ids, and no event.
  const isEarlier = written.event === undefined;
  const names = Object.keys(told) as (keyof ReceiptContent)[];
  const differs = names
    .filter((name) => written[name] !== undefined && !(isEarlier && name.endsWith('Id')))
    .find((name) => toCanonicalJson(written[name]) !== toCanonicalJson(told[name]));
  if (differs) return REASONS[differs] ?? `The approval tells otherwise: ${differs} was changed since.`;
  if (digestOf(approval.input) !== approval.inputDigest) return ASKED_OTHERWISE;
  const { intact } = await ctx.events.verify(approval.tenantId, approval.sessionId);
  return intact ? null : 'The log that tells of this decision was changed.';
}
