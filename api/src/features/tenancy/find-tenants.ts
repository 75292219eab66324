import type { Context } from '#access/context.ts';

/** The tenants a person belongs to, whichever one is in force. */
export async function findTenantsOf(ctx: Context, userId: string) {
  const memberships = await ctx.elevate('people see where they belong').membership.findMany({
    where: { userId },
    select: {
      tenant: { select: { slug: true, name: true } },
      role: { select: { slug: true } },
    },
    orderBy: { tenant: { name: 'asc' } },
    take: 500,
  });
  return memberships.map(({ tenant, role }) => ({ tenant, role: role.slug }));
}
