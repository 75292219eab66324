import type { Context } from '#access/context.ts';
import { principalOf } from '#access/viewer.ts';
import { findSelf } from '#features/tasks/candidates.ts';
import type { Session } from '#generated/prisma/client.ts';
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

const MOST_PARENTS = 16;

/**
 * The person for whom work is done: who began the session, or the nearest one above it that a person began. Nobody when
 * machines began them all, or the session begins only now.
 */
export async function findSessionPerson(ctx: Context, sessionId: string): Promise<string | null> {
  let id: string | null = sessionId;
  for (let steps = 0; id !== null && steps <= MOST_PARENTS; steps++) {
    const session: Pick<Session, 'ownerKind' | 'ownerId' | 'parentId'> | null = await ctx.db.session.findFirst({
      where: { id },
      select: { ownerKind: true, ownerId: true, parentId: true },
    });
    if (session?.ownerKind === 'user' && session.ownerId) return session.ownerId;
    id = session?.parentId ?? null;
  }
  return null;
}

/** Who cannot decide about a call of the caller: they themselves; without self-approval also all who are behind it. */
export async function findRuledOut(
  ctx: Context,
  onBehalfOfId: string | null,
  selfApproval: boolean,
): Promise<string[]> {
  const behind = selfApproval ? [] : [...(await findSelf(ctx)).ids, onBehalfOfId];
  return [...new Set([principalOf(ctx.viewer), ...behind])].filter((id) => id !== null);
}

/**
 * Whom a waiting call is put before: the first member whom the rule names; where it names nobody, the person whose session
 * it is; else an owner of the tenant. Never somebody who is ruled out.
 */
export async function findApprover(
  ctx: Context,
  onBehalfOfId: string | null,
  { deciders, selfApproval }: Pick<AskTerms, 'deciders' | 'selfApproval'>,
): Promise<string | null> {
  const excluded = await findRuledOut(ctx, onBehalfOfId, selfApproval);
  const { users, roles, manager } = deciders;
  if (manager) {
    const above = await findManagerOf(ctx, ctx.viewer.kind === 'user' ? ctx.viewer.userId : null);
    if (above && !excluded.includes(above)) return above;
  }
  if (users.length > 0) {
    const members = await ctx.db.membership.findMany({ where: { userId: { in: [...users], notIn: excluded } } });
    const named = users.find((id) => members.some(({ userId }) => userId === id));
    if (named) return named;
  }
  const isNamed = users.length > 0 || roles.length > 0 || manager;
  if (!isNamed && onBehalfOfId && !excluded.includes(onBehalfOfId)) return onBehalfOfId;
  const findFirst = async (slugs: readonly string[]) =>
    (
      await ctx.db.membership.findFirst({
        where: { role: { slug: { in: [...slugs] } }, userId: { notIn: excluded } },
        orderBy: { id: 'asc' },
      })
    )?.userId ?? null;
  return (roles.length > 0 ? await findFirst(roles) : null) ?? findFirst(['system_admin']);
}
