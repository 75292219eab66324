import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { appendAudit, lockAuditChain } from '#features/audit/append-audit.ts';
import { NotFound } from '#platform/errors.ts';
import { withPermissions } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';
import { requireAnotherOwner } from './update-member.ts';

/** Takes a person out of the tenant, and with them the keys that stood on their rights. */
export async function removeMember(
  ctx: Context,
  id: string | undefined,
): Promise<{ id: string; revokedApiKeys: number }> {
  requireCan(ctx.viewer, 'members.tenant.delete');
  if (!id) throw new NotFound('This member');
  const revokedApiKeys = await ctx.transaction(async (inside) => {
    await lockAuditChain(inside);
    const member = await inside.db.membership.findUnique({
      where: { id },
      include: {
        role: { include: withPermissions },
        user: true,
        apiKeys: { select: { id: true, revokedAt: true } },
      },
    });
    if (!member) throw new NotFound('This member');
    requireGrantable(ctx.viewer, permissionsOfRole(member.role), `${member.user.name}'s role`);
    const active = member.apiKeys.filter((key) => !key.revokedAt);
    await appendAudit(inside, {
      action: 'member.removed',
      target: { type: 'Membership', id },
      permission: 'members.tenant.delete',
      details: {
        email: member.user.email,
        role: member.role.slug,
        revokedApiKeys: active.length,
      },
      before: { userId: member.userId, roleId: member.roleId },
    });
    if (member.role.slug === 'system_admin') await requireAnotherOwner(inside, id);
    await inside.db.membership.updateMany({
      where: { managerId: id },
      data: { managerId: null },
    });
    await inside.db.apiKey.updateMany({
      where: { creatorId: id, revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    });
    await inside.db.apiKey.updateMany({
      where: { creatorId: id },
      data: { creatorId: null },
    });
    await inside.db.membership.delete({ where: { id } });
    inside.ring('Membership', id);
    for (const key of active) inside.ring('ApiKey', key.id);
    return active.length;
  });
  return { id, revokedApiKeys };
}
