import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import { batchBy } from '#graphql/batch.ts';
import type { AskTerms } from '#toolkit/run-engine.ts';

/** The person above another one; null when nobody is named. */
export async function findManagerOf(ctx: Context, userId: string | null): Promise<string | null> {
  return userId ? ((await findManagers(ctx, userId)) ?? null) : null;
}

const findManagers = batchBy<string, string>(async (ctx, userIds) => {
  const members = await ctx.db.membership.findMany({
    where: { userId: { in: userIds }, managerId: { not: null } },
    select: { userId: true, manager: { select: { userId: true } } },
  });
  return new Map(members.map(({ userId, manager }) => [userId, manager!.userId]));
});

/** The person whose session it is; nobody when a machine began it, or it begins only now. */
export async function findSessionPerson(ctx: Context, sessionId: string): Promise<string | null> {
  const session = await ctx.db.session.findFirst({
    where: { id: sessionId },
    select: { ownerKind: true, ownerId: true },
  });
  return session?.ownerKind === 'user' ? session.ownerId : null;
}

/**
 * Whom a waiting call is put before: whoever the rule names first, else the person whose session it is, else an owner of
 * the tenant. Never the one who asks, nor the one a machine asks for where the rule does not let them decide.
 */
export async function findApprover(
  ctx: Context,
  onBehalfOfId: string | null,
  { deciders, selfApproval }: Pick<AskTerms, 'deciders' | 'selfApproval'>,
): Promise<string | null> {
  const excluded = [principalOf(ctx.viewer), selfApproval ? null : onBehalfOfId].filter((id) => id !== null);
  const requesterUser = ctx.viewer.kind === 'user' ? ctx.viewer.userId : null;
  if (deciders.manager) {
    const manager = await findManagerOf(ctx, requesterUser);
    if (manager) return manager;
  }
  const named = deciders.users.find((userId) => !excluded.includes(userId));
  if (named) return named;
  const inRole = deciders.roles.length > 0 ? { role: { slug: { in: [...deciders.roles] } } } : null;
  if (!inRole && onBehalfOfId && !excluded.includes(onBehalfOfId)) return onBehalfOfId;
  const members = await ctx.db.membership.findMany({
    where: { ...(inRole ?? { role: { slug: 'system_admin' } }), userId: { notIn: excluded } },
    orderBy: { id: 'asc' },
    take: 1,
  });
  return members[0]?.userId ?? null;
}
