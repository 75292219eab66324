import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import type { Invitation } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import { hashToken, newToken } from '#platform/ids.ts';
import { requireRole } from './find-role.ts';
import { requireGrantable } from './role-grants.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Makes a link to hand over. Inviting an address again voids the link before. */
export async function inviteMember(
  ctx: Context,
  input: { email: string; role: string },
): Promise<{ invitation: Invitation; url: string }> {
  requireCan(ctx.viewer, 'members.tenant.create');
  const role = await requireRole(ctx, input.role);
  requireGrantable(ctx.viewer, permissionsOfRole(role), `The role ${role.name}`);
  const member = await ctx.db.membership.findFirst({
    where: { user: { email: input.email } },
  });
  if (member) throw InvalidInput.of('email', `${input.email} is a member already.`);

  const token = newToken('inv_');
  const now = ctx.clock.now();
  const invitation = await ctx.transaction(async (inside) => {
    await inside.db.invitation.updateMany({
      where: { email: input.email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: now },
    });
    const made = await inside.db.invitation.create({
      data: {
        tenantId: tenantIdOf(ctx.viewer),
        email: input.email,
        roleId: role.id,
        tokenHash: hashToken(token),
        invitedBy: labelOf(ctx.viewer),
        expiresAt: new Date(now.getTime() + VALID_MS),
      },
    });
    await appendAudit(inside, {
      action: 'member.invited',
      target: { type: 'Invitation', id: made.id },
      permission: 'members.tenant.create',
      details: { email: input.email, role: role.slug },
      after: made,
    });
    inside.ring('Invitation', made.id);
    return made;
  });
  return { invitation, url: `${ctx.baseUrl()}/invite/${token}` };
}
