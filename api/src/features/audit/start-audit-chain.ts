import type { PrismaClient } from '#generated/prisma/client.ts';

/** The empty chain of a new tenant, made in the transaction that makes the tenant. */
export function startAuditChain(system: PrismaClient, tenantId: string) {
  return system.auditHead.create({ data: { tenantId, seq: 0, hash: '' } });
}
