import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Conflict } from '#platform/errors.ts';
import { requireGrantable } from './role-grants.ts';
import { requireCustomRole } from './update-role.ts';

export async function deleteRole(ctx: Context, id: string | undefined): Promise<string> {
  requireCan(ctx.viewer, 'roles.tenant.delete');
  return ctx.transaction(async (inside) => {
    const role = await requireCustomRole(inside, id);
    requireGrantable(ctx.viewer, permissionsOfRole(role), 'This role');
    const now = ctx.clock.now();
    const members = await inside.db.membership.count({
      where: { roleId: role.id },
    });
    const keys = await inside.db.apiKey.count({
      where: { roleId: role.id, revokedAt: null },
    });
    const invitations = await inside.db.invitation.count({
      where: {
        roleId: role.id,
        acceptedAt: null,
        revokedAt: null,
        expiresAt: { gt: now },
      },
    });
    if (members + keys + invitations > 0) {
      throw new Conflict(
        `This role is in use by ${members} members, ${keys} API keys and ${invitations} open invitations. Give them another role first.`,
        { members, apiKeys: keys, invitations },
      );
    }
    // What is over needs the role no more: dead keys keep their history without it, old invitations go.
    await inside.db.apiKey.updateMany({
      where: { roleId: role.id },
      data: { roleId: null },
    });
    await inside.db.invitation.deleteMany({ where: { roleId: role.id } });
    await inside.db.role.delete({ where: { id: role.id } });
    await appendAudit(inside, {
      action: 'role.deleted',
      target: { type: 'Role', id: role.id },
      permission: 'roles.tenant.delete',
      details: { slug: role.slug },
      before: role,
    });
    inside.ring('Role', role.id);
    return role.id;
  });
}
