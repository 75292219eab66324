import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import { type ChainEnd, followChain } from './audit-chain.ts';

const BATCH = 500;

export type AuditVerification = {
  valid: boolean;
  entries: number;
  brokenSeq: number | null;
};

const brokenAt = (seq: number): AuditVerification => ({ valid: false, entries: seq - 1, brokenSeq: seq });

/** An entry that lies behind the end of the chain was never appended. */
async function findAdded(ctx: Context, last: number): Promise<number | undefined> {
  const beyond = await ctx.db.auditEntry.findFirst({ where: { seq: { gt: last } }, orderBy: { seq: 'asc' } });
  // Entry and head are committed together, so the head, read after the entry, must have reached it.
  const head = beyond && (await ctx.db.auditHead.findFirst({ where: { seq: { gte: beyond.seq } } }));
  return beyond && !head ? beyond.seq : undefined;
}

/** Walks the tenant's whole chain and compares its end with the head. */
export async function verifyAudit(ctx: Context): Promise<AuditVerification> {
  requireCan(ctx.viewer, 'audit.tenant.read');
  const { tenantId } = requireScope(ctx.viewer);
  // The head first: entries appended while we walk lie behind it and are left for the next time.
  const head = await ctx.db.auditHead.findFirst({ where: { tenantId } });
  const last = head?.seq ?? 0;
  let end: ChainEnd = { seq: 0, hash: '' };
  while (end.seq < last) {
    const entries = await ctx.db.auditEntry.findMany({
      where: { seq: { gt: end.seq, lte: last } },
      orderBy: { seq: 'asc' },
      take: BATCH,
    });
    const walked = followChain(end, entries);
    if ('brokenSeq' in walked) return brokenAt(walked.brokenSeq);
    if (entries.length === 0) return brokenAt(end.seq + 1);
    end = walked.end;
  }
  if (end.hash !== (head?.hash ?? '')) return { valid: false, entries: end.seq, brokenSeq: end.seq };
  const added = await findAdded(ctx, last);
  return added ? brokenAt(added) : { valid: true, entries: end.seq, brokenSeq: null };
}
