import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { withPermissions } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';
import { parsePermissions } from './role-permissions.ts';

export type UpdateRoleInput = {
  id: string | undefined;
  name?: string | null;
  description?: string | null;
  permissions?: string[] | null;
};

/** A custom role of the tenant; built-in ones are the same everywhere. */
export async function requireCustomRole(ctx: Context, id: string | undefined) {
  const role = id ? await ctx.db.role.findUnique({ where: { id }, include: withPermissions }) : null;
  if (!role) throw new NotFound('This role');
  if (role.builtIn) throw new Conflict('Built-in roles cannot be changed. Create a role of your own instead.');
  return role;
}

export async function updateRole(ctx: Context, input: UpdateRoleInput): Promise<string> {
  requireCan(ctx.viewer, 'roles.tenant.update');
  const tenantId = tenantIdOf(ctx.viewer);
  return ctx.transaction(async (inside) => {
    const role = await requireCustomRole(inside, input.id);
    const before = permissionsOfRole(role);
    const after = input.permissions ? parsePermissions(input.permissions) : before;
    requireGrantable(ctx.viewer, after.symmetricDifference(before), 'This change');
    const updated = await inside.db.role.update({
      where: { id: role.id },
      data: {
        name: input.name ?? role.name,
        description: input.description ?? role.description,
      },
    });
    if (input.permissions) {
      await inside.db.rolePermission.deleteMany({ where: { roleId: role.id } });
      await inside.db.rolePermission.createMany({
        data: [...after].map((permission) => ({
          tenantId,
          roleId: role.id,
          permission,
        })),
      });
    }
    await appendAudit(inside, {
      action: 'role.updated',
      target: { type: 'Role', id: role.id },
      permission: 'roles.tenant.update',
      details: {
        slug: role.slug,
        added: [...after.difference(before)],
        removed: [...before.difference(after)],
      },
      before: {
        name: role.name,
        description: role.description,
        permissions: [...before],
      },
      after: {
        name: updated.name,
        description: updated.description,
        permissions: [...after],
      },
    });
    inside.ring('Role', role.id);
    return role.id;
  });
}
