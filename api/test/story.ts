import { randomBytes } from 'node:crypto';
import { operatorIn } from '#access/authenticate.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import type { UserViewer } from '#access/viewer.ts';
import { placeMember } from '#features/tenancy/bootstrap-tenant.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { createTenant } from '#features/tenancy/create-tenant.ts';
import type { Tenant } from '#generated/prisma/client.ts';
import { newRequestId } from '#platform/ids.ts';
import type { App } from '../src/app.ts';
import { type Client, clientFor } from './client.ts';

export type Role = 'system_admin' | 'admin' | 'approver' | 'member' | 'viewer' | 'feedback_reviewer';
export type Story = {
  tenant: Tenant;
  operator: Client;
  /** A person with this role, made at the first call. */
  as(role: Role | (string & {})): Promise<Client & { viewer: UserViewer }>;
  key(options: { role?: string; permissions?: string[]; actsForAgent?: boolean }): Promise<Client & { secret: string }>;
};

/** A tenant with people in it. Every test tells its own, so tests never meet. */
export async function tellStory(app: App): Promise<Story> {
  const word = randomBytes(5).toString('hex');
  const ctx = app.createContext({ kind: 'system', label: 'operator' }, newRequestId());
  const tenant = await createTenant(ctx, { slug: `t-${word}`, name: `Tenant ${word}` });
  const people = new Map<string, Promise<Client & { viewer: UserViewer }>>();

  async function join(roleSlug: string): Promise<Client & { viewer: UserViewer }> {
    const email = `${roleSlug.replaceAll('_', '-')}@${word}.test`;
    const person = await ctx.people.createPerson({ email, name: `${roleSlug} ${word}` });
    const membershipId = await placeMember(ctx, tenant, person, roleSlug);
    const role = await ctx.elevate('test').role.findFirstOrThrow({
      where: { tenantId: tenant.id, slug: roleSlug },
      include: { permissions: true },
    });
    const viewer: UserViewer = {
      kind: 'user',
      userId: person.id,
      email,
      name: person.name,
      authSessionId: newRequestId(),
      expiresAt: new Date(Date.now() + 3_600_000),
      membershipId,
      scope: { tenantId: tenant.id, tenantSlug: tenant.slug, roleSlug, permissions: permissionsOfRole(role) },
    };
    return Object.assign(clientFor(app, viewer), { viewer });
  }

  return {
    tenant,
    operator: clientFor(app, { kind: 'system', label: 'operator' }),
    as(role) {
      const known = people.get(role);
      if (known) return known;
      const joining = join(role);
      people.set(role, joining);
      return joining;
    },
    async key(options) {
      const { secret } = await createApiKey(ctx.as(operatorIn(tenant)), { name: 'Key of a test', ...options });
      const viewer = await app.authenticator.authenticate({ kind: 'bearer', token: secret });
      return Object.assign(clientFor(app, viewer, secret), { secret });
    },
  };
}
