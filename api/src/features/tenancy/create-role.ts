import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput } from '#platform/errors.ts';
import { refuseDuplicate } from '#platform/refuse-duplicate.ts';
import { requireGrantable } from './role-grants.ts';
import { parsePermissions } from './role-permissions.ts';

export type CreateRoleInput = {
  slug: string;
  name: string;
  description?: string | null;
  permissions: string[];
};

export async function createRole(ctx: Context, input: CreateRoleInput): Promise<string> {
  requireCan(ctx.viewer, 'roles.tenant.create');
  const permissions = parsePermissions(input.permissions);
  requireGrantable(ctx.viewer, permissions, 'This role');
  const tenantId = tenantIdOf(ctx.viewer);
  const work = ctx.transaction(async (inside) => {
    const role = await inside.db.role.create({
      data: {
        tenantId,
        slug: input.slug,
        name: input.name,
        description: input.description ?? '',
      },
    });
    await inside.db.rolePermission.createMany({
      data: [...permissions].map((permission) => ({
        tenantId,
        roleId: role.id,
        permission,
      })),
    });
    await appendAudit(inside, {
      action: 'role.created',
      target: { type: 'Role', id: role.id },
      permission: 'roles.tenant.create',
      details: { slug: role.slug, permissions: [...permissions] },
      after: { ...role, permissions: [...permissions] },
    });
    inside.ring('Role', role.id);
    return role.id;
  });
  return refuseDuplicate(work, () => InvalidInput.of('slug', `There is a role ${input.slug} already.`));
}
