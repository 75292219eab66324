import type { Context } from '#access/context.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { newId } from '#platform/ids.ts';
import { attestDecision } from './attest-decision.ts';
import { sealReceipt } from './receipt-chain.ts';
import { chooseDigest } from './receipt-digest.ts';
import { receiptKey } from './receipt-key.ts';

/**
 * The record of a decision, in its transaction and after its events. The audit head that the decision holds keeps the
 * chain in order.
 */
export async function writeReceipt(ctx: Context, decided: Approval): Promise<void> {
  const last = await ctx.db.receipt.findFirst({ orderBy: { seq: 'desc' } });
  const content = await attestDecision(ctx, decided, await chooseDigest(ctx, decided));
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? '';
  await ctx.db.receipt.create({
    data: {
      id: newId(),
      tenantId: decided.tenantId,
      seq,
      approvalId: decided.id,
      content: content as unknown as Prisma.InputJsonValue,
      previousHash,
      ...sealReceipt(content, seq, previousHash, await receiptKey(ctx)),
      createdAt: decided.decidedAt ?? ctx.clock.now(),
    },
  });
}
