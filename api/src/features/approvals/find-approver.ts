import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import { batchBy } from '#graphql/batch.ts';
import type { Deciders } from '#toolkit/run-engine.ts';

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

/**
 * Whom a waiting call is put before: whoever the rule names first, else the person whose session it is, else an owner of
 * the tenant. Never the one who asks.
 */
export async function findApprover(ctx: Context, sessionId: string, deciders: Deciders): Promise<string | null> {
  const requesterId = principalOf(ctx.viewer);
  const requesterUser = ctx.viewer.kind === 'user' ? ctx.viewer.userId : null;
  if (deciders.manager) {
    const manager = await findManagerOf(ctx, requesterUser);
    if (manager) return manager;
  }
  const named = deciders.users.find((userId) => userId !== requesterId);
  if (named) return named;
  const inRole = deciders.roles.length > 0 ? { role: { slug: { in: [...deciders.roles] } } } : null;
  if (!inRole) {
    const session = await ctx.db.session.findFirst({ where: { id: sessionId } });
    if (session?.ownerKind === 'user' && session.ownerId !== requesterId) return session.ownerId;
  }
  const members = await ctx.db.membership.findMany({
    where: { ...(inRole ?? { role: { slug: 'system_admin' } }), ...(requesterId && { userId: { not: requesterId } }) },
    orderBy: { id: 'asc' },
    take: 1,
  });
  return members[0]?.userId ?? null;
}
