import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Conflict, NotFound } from '#platform/errors.ts';

export async function revokeInvitation(ctx: Context, id: string | undefined): Promise<string> {
  requireCan(ctx.viewer, 'members.tenant.create');
  if (!id) throw new NotFound('This invitation');
  await ctx.transaction(async (inside) => {
    const invitation = await inside.db.invitation.findUnique({ where: { id } });
    if (!invitation) throw new NotFound('This invitation');
    if (invitation.revokedAt) return;
    // Asked of the database once more, since it may be accepted at this very moment.
    const voided = await inside.db.invitation.updateMany({
      where: { id, acceptedAt: null },
      data: { revokedAt: ctx.clock.now() },
    });
    if (voided.count === 0) throw new Conflict('This invitation was accepted. Remove the member instead.');
    await appendAudit(inside, {
      action: 'member.invitationRevoked',
      target: { type: 'Invitation', id },
      permission: 'members.tenant.create',
      details: { email: invitation.email },
    });
    inside.ring('Invitation', id);
  });
  return id;
}
