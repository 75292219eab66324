import type { Context } from '#access/context.ts';
import type { Person } from '#access/people.ts';
import type { Viewer } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthenticated } from '#platform/errors.ts';
import { hashToken } from '#platform/ids.ts';

export type AcceptInvitationInput = {
  token: string;
  name?: string | null;
  password?: string | null;
};

/** The open invitation behind a link; a used, revoked, expired or made-up one is simply not there. */
export async function findOpenInvitation(ctx: Context, token: string) {
  return ctx.elevate('an invitation link names no tenant').invitation.findFirst({
    where: {
      tokenHash: hashToken(token),
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: ctx.clock.now() },
    },
    include: { tenant: true, role: true },
  });
}

async function personFor(ctx: Context, email: string, input: AcceptInvitationInput): Promise<Person> {
  const known = await ctx.people.findPerson(email);
  if (ctx.viewer.kind === 'user') {
    if (known?.id !== ctx.viewer.userId) {
      throw new Forbidden(`This invitation was sent to ${email}. Sign out, then open the link again.`);
    }
    return known;
  }
  if (known) throw new Unauthenticated(`${email} has an account already. Sign in, then open the link again.`);
  const problem = ctx.people.passwordProblem(input.password ?? '', email);
  const fields = [
    ...(input.name?.trim() ? [] : [{ path: ['name'], message: 'Tell us your name.' }]),
    ...(problem ? [{ path: ['password'], message: problem }] : []),
  ];
  if (fields.length > 0) throw new InvalidInput(fields);
  return ctx.people.createPerson({
    email,
    name: input.name!.trim(),
    password: input.password!,
  });
}

export async function acceptInvitation(ctx: Context, input: AcceptInvitationInput) {
  const invitation = await findOpenInvitation(ctx, input.token);
  if (!invitation) throw new NotFound('This invitation');
  const { tenant, email, roleId } = invitation;
  const person = await personFor(ctx, email, input);

  const joining: Viewer = {
    kind: 'system',
    label: email,
    scope: {
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      roleSlug: null,
      permissions: new Set(),
    },
  };
  await ctx.as(joining).transaction(async (inside) => {
    const taken = await inside.db.invitation.updateMany({
      where: { id: invitation.id, acceptedAt: null, revokedAt: null },
      data: { acceptedAt: ctx.clock.now() },
    });
    if (taken.count === 0) throw new Conflict('This invitation was used or revoked just now. Ask for a new one.');
    const member = await inside.db.membership.findFirst({
      where: { userId: person.id },
    });
    if (member) throw new Conflict('You are a member already. Open the tenant instead.');
    const made = await inside.db.membership.create({
      data: { tenantId: tenant.id, userId: person.id, roleId },
    });
    await appendAudit(inside, {
      action: 'member.joined',
      target: { type: 'Membership', id: made.id },
      details: { email, role: invitation.role.slug },
      after: made,
    });
    inside.ring('Membership', made.id);
    inside.ring('Invitation', invitation.id);
  });
  return { tenant: { slug: tenant.slug, name: tenant.name }, email };
}
