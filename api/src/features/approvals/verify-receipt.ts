import type { Context } from '#access/context.ts';
import { NotFound } from '#platform/errors.ts';
import { findReceiptFlaw } from './receipt-chain.ts';

export type ReceiptVerification = { valid: boolean; reason: string | null; content: unknown; seq: number };

/** Whether the record of a decision is the one that was written, and still stands where it stood. */
export async function verifyReceipt(ctx: Context, approvalId: string): Promise<ReceiptVerification> {
  const receipt = await ctx.db.receipt.findFirst({ where: { approvalId } });
  if (!receipt) throw new NotFound('A receipt for this approval');
  const before = await ctx.db.receipt.findFirst({ where: { seq: receipt.seq - 1 } });
  if (receipt.seq > 1 && !before)
    return { valid: false, reason: 'The receipt before it is missing.', content: receipt.content, seq: receipt.seq };
  const reason = findReceiptFlaw(receipt, before?.hash ?? '', ctx.receiptKeys);
  return { valid: reason === null, reason, content: receipt.content, seq: receipt.seq };
}
