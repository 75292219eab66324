import type { Context } from '#access/context.ts';
import { findScope, labelOf, principalOf, requireScope } from '#access/viewer.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { type AuditAct, type Circumstances, toEntry } from './audit-entry.ts';

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

const circumstancesOf = (ctx: Context): Circumstances => ({
  tenantId: requireScope(ctx.viewer).tenantId,
  at: ctx.clock.now(),
  actorKind: ctx.viewer.kind,
  actorId: principalOf(ctx.viewer),
  actorLabel: labelOf(ctx.viewer),
  requestId: ctx.requestId,
});

/** A refusal is a fact too: who tried what without the right. Without a tenant there is no log to write it to. */
export async function appendDenial(
  ctx: Context,
  action: string,
  permission: string | undefined,
  about?: Record<string, unknown>,
): Promise<void> {
  if (!findScope(ctx.viewer)) return;
  await ctx.transaction((inside) =>
    appendAudit(inside, {
      action,
      target: { type: 'Mutation' },
      permission,
      decision: 'DENIED',
      details: about,
    }),
  );
}
