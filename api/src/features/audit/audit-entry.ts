import type { Prisma } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { newId } from '#platform/ids.ts';
import { type AuditRecord, hashEntry } from './audit-chain.ts';
import { redact } from './audit-redaction.ts';

export type AuditAct = {
  /** Noun first, past tense: `apiKey.created`. */
  action: string;
  target: { type: string; id?: string };
  permission?: string;
  decision?: 'ALLOWED' | 'DENIED';
  details?: Record<string, unknown>;
  before?: unknown;
  after?: unknown;
};

/** When and by whom. */
export type Circumstances = Pick<AuditRecord, 'tenantId' | 'at' | 'actorKind' | 'actorId' | 'actorLabel' | 'requestId'>;

const digestOrNull = (value: unknown) => (value === undefined ? null : digestOf(value));

/** The entry of an act behind the end of the chain. */
export function toEntry(circumstances: Circumstances, head: { seq: number; hash: string }, act: AuditAct) {
  const record = {
    id: newId(),
    ...circumstances,
    seq: head.seq,
    action: act.action,
    targetType: act.target.type,
    targetId: act.target.id ?? null,
    permission: act.permission ?? null,
    decision: act.decision ?? 'ALLOWED',
    details: redact(act.details ?? {}),
    beforeDigest: digestOrNull(act.before),
    afterDigest: digestOrNull(act.after),
    previousHash: head.hash,
  };
  return { ...record, details: record.details as Prisma.InputJsonValue, hash: hashEntry(record) };
}
