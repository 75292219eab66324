import { digestOf } from '#platform/canonical.ts';

/** What is written down of one act. */
export type AuditRecord = {
  id: string;
  tenantId: string;
  seq: number;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorLabel: string;
  action: string;
  targetType: string;
  targetId: string | null;
  permission: string | null;
  decision: string;
  details: unknown;
  beforeDigest: string | null;
  afterDigest: string | null;
  requestId: string | null;
  previousHash: string;
};

/** Covers every field and the entry before, so that no entry can be changed, removed, added or moved unseen. */
export function hashEntry(record: AuditRecord): string {
  const { id, tenantId, seq, at, actorKind, actorId, actorLabel, action, targetType, targetId } = record;
  const { permission, decision, details, beforeDigest, afterDigest, requestId, previousHash } = record;
  return digestOf([
    [id, tenantId, seq, at, actorKind, actorId, actorLabel, action, targetType, targetId],
    [permission, decision, details, beforeDigest, afterDigest, requestId, previousHash],
  ]);
}

export type ChainEnd = { seq: number; hash: string };

/** Follows the chain over one batch; answers with its new end, or with the number of the first entry that does not fit. */
export function followChain(
  end: ChainEnd,
  entries: (AuditRecord & { hash: string })[],
): { end: ChainEnd } | { brokenSeq: number } {
  let current = end;
  for (const entry of entries) {
    const fits =
      entry.seq === current.seq + 1 && entry.previousHash === current.hash && hashEntry(entry) === entry.hash;
    if (!fits) return { brokenSeq: current.seq + 1 };
    current = { seq: entry.seq, hash: entry.hash };
  }
  return { end: current };
}
