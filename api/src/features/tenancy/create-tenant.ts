import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { BUILT_IN_ROLES } from '#access/permissions.ts';
import { startAuditChain } from '#features/audit/append-audit.ts';
import type { Tenant } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { refuseDuplicate } from '#platform/refuse-duplicate.ts';

/** A tenant with its built-in roles, a first workspace and the first entry of its audit chain: all of it, or none. */
export async function createTenant(ctx: Context, input: { slug: string; name: string }): Promise<Tenant> {
  requireOperator(ctx.viewer);
  const system = ctx.elevate('a new tenant has no scope yet');
  const tenantId = newId();
  const roles = Object.entries(BUILT_IN_ROLES).map(([slug, role]) => ({
    tenantId,
    slug,
    name: role.name,
    description: role.description,
    builtIn: true,
  }));
  const created = {
    action: 'tenant.created',
    target: { type: 'Tenant', id: tenantId },
    details: input,
    after: { id: tenantId, ...input },
  };
  const work = system.$transaction([
    system.tenant.create({ data: { id: tenantId, ...input } }),
    ...startAuditChain(ctx.as(operatorIn({ id: tenantId, ...input })), system, created),
    system.role.createMany({ data: roles }),
    system.workspace.create({ data: { tenantId, slug: 'main', name: 'Main' } }),
  ]);
  const taken = () => InvalidInput.of('slug', `There is a tenant ${input.slug} already.`);
  const [tenant] = await refuseDuplicate(work, taken);
  return tenant;
}
