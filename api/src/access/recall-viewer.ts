import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { keyWithRights, roleWithPermissions, toKeyViewer } from './key-viewer.ts';
import { permissionsOfRole } from './permissions.ts';
import type { Viewer } from './viewer.ts';

type Options = { system: Pick<PrismaClient, 'membership' | 'apiKey'>; clock: Clock };
type Principal = { kind: string; id: string | null };

/**
 * Whoever asked for something that is done later, with the rights they hold now. Nobody when they left, or their key was
 * revoked, in the meantime.
 */
export async function recallViewer(
  { system, clock }: Options,
  tenantId: string,
  { kind, id }: Principal,
): Promise<Viewer | null> {
  if (!id) return null;
  if (kind === 'user') {
    const membership = await system.membership.findFirst({
      where: { tenantId, userId: id },
      include: { tenant: true, user: true, role: roleWithPermissions },
    });
    if (!membership) return null;
    const { user, tenant, role } = membership;
    return {
      kind: 'user',
      userId: user.id,
      email: user.email,
      name: user.name,
      authSessionId: '',
      expiresAt: clock.now(),
      membershipId: membership.id,
      scope: { tenantId, tenantSlug: tenant.slug, roleSlug: role.slug, permissions: permissionsOfRole(role) },
    };
  }
  if (kind !== 'apiKey') return null;
  const key = await system.apiKey.findFirst({ where: { id, tenantId }, include: keyWithRights });
  return toKeyViewer(key, clock.now());
}
