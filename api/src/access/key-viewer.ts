import type { Prisma } from '#generated/prisma/client.ts';
import { permissionsOfKey } from './permissions.ts';
import type { ApiKeyViewer } from './viewer.ts';

export const roleWithPermissions = { include: { permissions: { select: { permission: true } } } } as const;

/** All that it takes to know what a key may do now. */
export const keyWithRights = {
  tenant: true,
  role: roleWithPermissions,
  creator: { include: { role: roleWithPermissions } },
} as const;

type KeyWithRights = Prisma.ApiKeyGetPayload<{ include: typeof keyWithRights }>;

/** The caller behind a key; nobody when it was revoked or has run out. */
export function toKeyViewer(key: KeyWithRights | null, now: Date): ApiKeyViewer | null {
  if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) return null;
  return {
    kind: 'apiKey',
    apiKeyId: key.id,
    name: key.name,
    actsForAgent: key.actsForAgent,
    creatorId: key.creatorId,
    rootKeyId: key.rootKeyId,
    expiresAt: key.expiresAt,
    scope: {
      tenantId: key.tenantId,
      tenantSlug: key.tenant.slug,
      roleSlug: key.role?.slug ?? null,
      permissions: permissionsOfKey(key),
    },
  };
}
