import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { isForPeople, permissionsOfRole } from '#access/permissions.ts';
import { labelOf, tenantIdOf, type Viewer } from '#access/viewer.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import type { ApiKey } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import { hashToken, newToken } from '#platform/ids.ts';
import { requireRole } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';
import { parsePermissions } from './role-permissions.ts';

export type CreateApiKeyInput = {
  name: string;
  role?: string | null;
  permissions?: string[] | null;
  actsForAgent?: boolean | null;
  expiresAt?: Date | null;
};

const PREFIX_LENGTH = 11;

/** The member whose rights bound the key: the person who makes it, or the one behind the key that makes it. */
function creatorOf(viewer: Viewer): string | null {
  if (viewer.kind === 'user') return viewer.membershipId ?? null;
  return viewer.kind === 'apiKey' ? viewer.creatorId : null;
}

/** The first of the keys behind a new one, so that keys without a person do not become more heads by making keys. */
function rootOf(viewer: Viewer): string | null {
  return viewer.kind === 'apiKey' ? (viewer.rootKeyId ?? viewer.apiKeyId) : null;
}

/** Makes a key that is a principal of its own and never holds more than its maker. The secret is answered this once. */
export async function createApiKey(
  ctx: Context,
  input: CreateApiKeyInput,
): Promise<{ apiKey: ApiKey; secret: string }> {
  requireCan(ctx.viewer, 'keys.tenant.create');
  if (!input.role && !input.permissions?.length) {
    throw InvalidInput.of('role', 'Give the key a role, a list of permissions, or both.');
  }
  if (input.expiresAt && input.expiresAt <= ctx.clock.now()) {
    throw InvalidInput.of('expiresAt', 'This time has passed. Choose one in the future.');
  }
  const role = input.role ? await requireRole(ctx, input.role) : null;
  const listed = parsePermissions(input.permissions ?? []);
  const forPeople = input.actsForAgent ? [...listed].filter(isForPeople) : [];
  if (forPeople.length > 0) {
    throw InvalidInput.of('permissions', `A key that acts for an agent cannot hold ${forPeople.join(', ')}.`);
  }
  const held = role ? permissionsOfRole(role) : listed;
  const effective = role && listed.size > 0 ? held.intersection(listed) : held;
  if (effective.size === 0) {
    throw InvalidInput.of('permissions', 'Together with the role this leaves no permission at all.');
  }
  requireGrantable(ctx.viewer, effective, 'This key');

  const secret = newToken('tc_');
  // A key made by a key is frozen to what it holds now: its role may grow later, its maker may not.
  const permissions = ctx.viewer.kind === 'apiKey' ? [...effective] : [...listed];
  return ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const apiKey = await inside.db.apiKey.create({
      data: {
        tenantId: tenantIdOf(ctx.viewer),
        name: input.name,
        prefix: secret.slice(0, PREFIX_LENGTH),
        hash: hashToken(secret),
        roleId: role?.id ?? null,
        permissions,
        actsForAgent: input.actsForAgent ?? false,
        creatorId: creatorOf(ctx.viewer),
        rootKeyId: rootOf(ctx.viewer),
        createdBy: labelOf(ctx.viewer),
        expiresAt: input.expiresAt ?? null,
      },
    });
    await appendAudit(inside, {
      action: 'apiKey.created',
      target: { type: 'ApiKey', id: apiKey.id },
      permission: 'keys.tenant.create',
      details: {
        name: apiKey.name,
        role: role?.slug,
        permissions,
        actsForAgent: apiKey.actsForAgent,
        expiresAt: apiKey.expiresAt,
      },
      after: apiKey,
    });
    inside.ring('ApiKey', apiKey.id);
    return { apiKey, secret };
  });
}
