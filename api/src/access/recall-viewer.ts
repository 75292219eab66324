import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { keyWithRights, roleWithPermissions, toKeyViewer } from './key-viewer.ts';
import { permissionsOfRole } from './permissions.ts';
import type { UserViewer, Viewer } from './viewer.ts';

type Options = { system: Pick<PrismaClient, 'membership' | 'apiKey'>; clock: Clock };
type Principal = { kind: string; id: string | null };

const memberWithRights = { tenant: true, user: true, role: roleWithPermissions } as const;
type MemberWithRights = Prisma.MembershipGetPayload<{ include: typeof memberWithRights }>;

function toUserViewer({ id, tenantId, tenant, user, role }: MemberWithRights, now: Date): UserViewer {
  return {
    kind: 'user',
    userId: user.id,
    email: user.email,
    name: user.name,
    authSessionId: '',
    expiresAt: now,
    membershipId: id,
    scope: { tenantId, tenantSlug: tenant.slug, roleSlug: role.slug, permissions: permissionsOfRole(role) },
  };
}

/**
 * Whoever asked for something that is done later, with the rights they hold now. Nobody when they left, or their key was
 * revoked, in the meantime.
 */
export async function recallViewer(
  options: Options,
  tenantId: string,
  { kind, id }: Principal,
): Promise<Viewer | null> {
  if (!id) return null;
  const { system, clock } = options;
  if (kind === 'user') {
    const where = { tenantId, userId: id };
    const member = await system.membership.findFirst({ where, include: memberWithRights });
    return member && toUserViewer(member, clock.now());
  }
  if (kind !== 'apiKey') return null;
  const key = await system.apiKey.findFirst({ where: { id, tenantId }, include: keyWithRights });
  return toKeyViewer(key, clock.now());
}

/** The same for many people and keys at once, by their ids; whoever is gone is not among them. */
export async function recallViewers(
  { system, clock }: Options,
  tenantId: string,
  ids: string[],
): Promise<ReadonlyMap<string, Viewer>> {
  const now = clock.now();
  const members = await system.membership.findMany({
    where: { tenantId, userId: { in: ids } },
    include: memberWithRights,
  });
  const keys = await system.apiKey.findMany({ where: { tenantId, id: { in: ids } }, include: keyWithRights });
  const viewers: Viewer[] = members.map((member) => toUserViewer(member, now));
  const found = new Map(viewers.map((viewer, at) => [members[at]!.userId, viewer]));
  for (const key of keys) {
    const viewer = toKeyViewer(key, now);
    if (viewer) found.set(key.id, viewer);
  }
  return found;
}
