import type { Context } from '#access/context.ts';
import { findScope, labelOf, principalOf, requireScope } from '#access/viewer.ts';
import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
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

const digestOrNull = (value: unknown) => (value === undefined ? null : digestOf(value));

/**
 * Waits until no other audited change of the tenant is under way. For verbs whose rules look at other rows: what they
 * read afterwards stays true until they commit.
 */
export async function lockAuditChain(ctx: Context): Promise<void> {
  const { tenantId } = requireScope(ctx.viewer);
  await ctx.db.auditHead.update({ where: { tenantId }, data: { seq: { increment: 0 } } });
}

/** Writes an act down in the transaction that makes it true. The head row is the lock that keeps the chain in order. */
export async function appendAudit(ctx: Context, act: AuditAct): Promise<void> {
  const { tenantId } = requireScope(ctx.viewer);
  const head = await ctx.db.auditHead.update({
    where: { tenantId },
    data: { seq: { increment: 1 } },
  });
  const entry = toEntry(circumstancesOf(ctx), head, act);
  await ctx.db.auditEntry.create({ data: entry });
  await ctx.db.auditHead.update({ where: { tenantId }, data: { hash: entry.hash } });
}

/** The chain of a new tenant with its first entry, for the transaction that makes the tenant. */
export function startAuditChain(ctx: Context, system: PrismaClient, act: AuditAct) {
  const { tenantId } = requireScope(ctx.viewer);
  const entry = toEntry(circumstancesOf(ctx), { seq: 1, hash: '' }, act);
  return [
    system.auditHead.create({ data: { tenantId, seq: entry.seq, hash: entry.hash } }),
    system.auditEntry.create({ data: entry }),
  ] as const;
}

type Circumstances = Pick<AuditRecord, 'tenantId' | 'at' | 'actorKind' | 'actorId' | 'actorLabel' | 'requestId'>;

const circumstancesOf = (ctx: Context): Circumstances => ({
  tenantId: requireScope(ctx.viewer).tenantId,
  at: ctx.clock.now(),
  actorKind: ctx.viewer.kind,
  actorId: principalOf(ctx.viewer),
  actorLabel: labelOf(ctx.viewer),
  requestId: ctx.requestId,
});

function toEntry(circumstances: Circumstances, head: { seq: number; hash: string }, act: AuditAct) {
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

export type PastAct = AuditAct & Circumstances;

/** Writes down acts of one tenant that happened before, all at once, in the transaction that notes how far one has come. */
export async function appendPastActs(
  transaction: Prisma.TransactionClient,
  tenantId: string,
  acts: readonly PastAct[],
): Promise<void> {
  if (acts.length === 0) return;
  const { seq, hash } = await transaction.auditHead.update({
    where: { tenantId },
    data: { seq: { increment: acts.length } },
  });
  let head = { seq: seq - acts.length, hash };
  const entries = acts.map((act) => {
    const { at, actorKind, actorId, actorLabel, requestId } = act;
    const who = { tenantId, at, actorKind, actorId, actorLabel, requestId };
    const entry = toEntry(who, { seq: head.seq + 1, hash: head.hash }, act);
    head = entry;
    return entry;
  });
  await transaction.auditEntry.createMany({ data: entries });
  await transaction.auditHead.update({ where: { tenantId }, data: { hash: head.hash } });
}

/** A refusal is a fact too: who tried what without the right. Without a tenant there is no log to write it to. */
export async function appendDenial(ctx: Context, action: string, permission: string | undefined): Promise<void> {
  if (!findScope(ctx.viewer)) return;
  await ctx.transaction((inside) =>
    appendAudit(inside, {
      action,
      target: { type: 'Mutation' },
      permission,
      decision: 'DENIED',
    }),
  );
}
