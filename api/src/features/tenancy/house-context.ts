import { operatorIn } from '#access/authenticate.ts';
import type { Context, ContextFactory } from '#access/context.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { newRequestId } from '#platform/ids.ts';

/** What work that runs by itself needs. */
export type House = { system: PrismaClient; clock: Clock; createContext: ContextFactory };

/** The product itself acting inside of a tenant, for looking after what belongs to anybody there. */
export async function houseContext({ system, createContext }: House, tenantId: string): Promise<Context | null> {
  const tenant = await system.tenant.findUnique({ where: { id: tenantId }, select: { id: true, slug: true } });
  return tenant && createContext(operatorIn(tenant), newRequestId());
}
