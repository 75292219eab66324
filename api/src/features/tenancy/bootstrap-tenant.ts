import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { Person } from '#access/people.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import type { Tenant } from '#generated/prisma/client.ts';
import { createTenant } from './create-tenant.ts';

export type BootstrapInput = {
  email: string;
  name?: string | null;
  tenantSlug?: string | null;
  tenantName?: string | null;
};

/** Puts a person with a role into a tenant; used by the operator and by the demo. */
export async function placeMember(ctx: Context, tenant: Tenant, person: Person, roleSlug: string): Promise<string> {
  requireOperator(ctx.viewer);
  return ctx.as(operatorIn(tenant)).transaction(async (inside) => {
    const role = await inside.db.role.findFirstOrThrow({
      where: { slug: roleSlug },
    });
    const existing = await inside.db.membership.findFirst({
      where: { userId: person.id },
    });
    if (existing?.roleId === role.id) return existing.id;
    const membership = existing
      ? await inside.db.membership.update({
          where: { id: existing.id },
          data: { roleId: role.id },
        })
      : await inside.db.membership.create({
          data: { tenantId: tenant.id, userId: person.id, roleId: role.id },
        });
    await appendAudit(inside, {
      action: 'member.placed',
      target: { type: 'Membership', id: membership.id },
      details: { email: person.email, role: roleSlug },
      before: existing ?? undefined,
      after: membership,
    });
    inside.ring('Membership', membership.id);
    return membership.id;
  });
}

/** Makes a person the owner of a tenant; whatever is missing is made. Running it twice changes nothing. */
export async function bootstrapTenant(
  ctx: Context,
  input: BootstrapInput,
): Promise<{ tenant: Tenant; person: Person }> {
  requireOperator(ctx.viewer);
  const slug = input.tenantSlug ?? 'main';
  const known = await ctx.elevate('the operator names a tenant').tenant.findUnique({ where: { slug } });
  const tenant = known ?? (await createTenant(ctx, { slug, name: input.tenantName ?? slug }));
  const person =
    (await ctx.people.findPerson(input.email)) ??
    (await ctx.people.createPerson({
      email: input.email,
      name: input.name ?? input.email.split('@')[0]!,
    }));
  await placeMember(ctx, tenant, person, 'system_admin');
  return { tenant, person };
}
