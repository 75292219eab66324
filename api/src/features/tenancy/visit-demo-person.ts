import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { isMachine, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Forbidden, NotFound } from '#platform/errors.ts';
import { withPermissions } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';

/** Nobody real has such an address: names that end in `.test` are reserved. */
const DEMO_ADDRESS = '@demo.test';

const withEverything = { role: { include: withPermissions }, user: true } as const;

/** The made-up people of the tenant; none where this is no demo. */
export async function findDemoPeople(ctx: Context) {
  if (!ctx.demoVisits) return [];
  const members = await ctx.db.membership.findMany({
    where: { user: { email: { endsWith: DEMO_ADDRESS } } },
    include: withEverything,
    orderBy: { id: 'asc' },
    take: 50,
  });
  return members.map(({ user, role }) => ({ user, role, permissions: permissionsOfRole(role) }));
}

export type DemoPerson = Awaited<ReturnType<typeof findDemoPeople>>[number];
export type DemoVisit = { token: string; expiresAt: Date; person: DemoPerson };

/** Lets the caller act as one of the made-up people, for an hour, with no more rights than they have themselves. */
export async function visitDemoPerson(ctx: Context, email: string): Promise<DemoVisit> {
  requireCan(ctx.viewer, 'keys.tenant.create');
  if (!ctx.demoVisits) throw new Forbidden('This is no demo, so nobody can act as somebody else here.');
  if (isMachine(ctx.viewer)) throw new Forbidden('A key that acts for an agent cannot act as a person.');
  const person = (await findDemoPeople(ctx)).find(({ user }) => user.email === email);
  if (!person) throw new NotFound('This person of the demo');
  requireGrantable(ctx.viewer, person.permissions, person.user.name);
  const visit = ctx.demoVisits.open(person.user.id, tenantIdOf(ctx.viewer));
  await ctx.transaction((inside) =>
    appendAudit(inside, {
      action: 'demo.visited',
      target: { type: 'User', id: person.user.id },
      permission: 'keys.tenant.create',
      details: { email },
    }),
  );
  return { ...visit, person };
}
