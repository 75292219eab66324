import type { Context } from '#access/context.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { newId } from '#platform/ids.ts';
import { type ReceiptContent, sealReceipt } from './receipt-chain.ts';

/** The record of a decision, in its transaction. The audit head that the decision holds keeps the chain in order. */
export async function writeReceipt(ctx: Context, content: ReceiptContent): Promise<void> {
  const last = await ctx.db.receipt.findFirst({ orderBy: { seq: 'desc' } });
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? '';
  await ctx.db.receipt.create({
    data: {
      id: newId(),
      tenantId: content.tenantId,
      seq,
      approvalId: content.approvalId,
      content: content as unknown as Prisma.InputJsonValue,
      previousHash,
      ...sealReceipt(content, seq, previousHash, ctx.receiptKeys[0]!),
      createdAt: new Date(content.decidedAt),
    },
  });
}
