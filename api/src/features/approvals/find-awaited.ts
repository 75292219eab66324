import type { Context } from '#access/context.ts';
import { candidate, DECIDING, findSelf } from '#features/tasks/candidates.ts';
import { isOrphan } from '#features/tasks/find-orphans.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { findManagerOf } from './find-approver.ts';
import { findWaiting, type StoredDeciders } from './may-decide.ts';
import { findLeft } from './out-of-reach.ts';
import { mayDecide } from './still-deciding.ts';

const ANYBODY = candidate.right(DECIDING);

/** What people of the tenant are called. Those who left it have no name here, and are not waited for. */
const findName = batchBy<string, string>(async (ctx, userIds) => {
  const members = await ctx.db.membership.findMany({
    where: { userId: { in: userIds } },
    select: { userId: true, user: { select: { name: true, email: true } } },
  });
  return new Map(members.map(({ userId, user }) => [userId, user.name || user.email]));
});

const findRoleName = batchBy<string, string>(async (ctx, slugs) => {
  const roles = await ctx.db.role.findMany({ where: { slug: { in: slugs } }, select: { slug: true, name: true } });
  return new Map(roles.map(({ slug, name }) => [slug, name]));
});

export async function findAssigneeName(ctx: Context, { assigneeId }: Approval): Promise<string | null> {
  return assigneeId ? ((await findName(ctx, assigneeId)) ?? null) : null;
}

/** By name, whose word a call waits for: the caller's own first, then whom it was put before, then whoever the rule means. */
export async function findAwaited(ctx: Context, approval: Approval): Promise<string[]> {
  if (approval.status !== 'PENDING') return [];
  const { users, roles, manager } = approval.deciders as unknown as StoredDeciders;
  const requester = approval.requesterKind === 'user' ? approval.requesterId : null;
  const [isMine, self, waiting, managerId] = await Promise.all([
    mayDecide(ctx, approval),
    findSelf(ctx),
    findWaiting(ctx, approval.taskId),
    manager ? findManagerOf(ctx, requester) : null,
  ]);
  const done = new Set([...(waiting?.excluded ?? []), isMine ? self.id : null]);
  const people = [...new Set([approval.assigneeId, ...users, managerId])].filter((id) => id !== null && !done.has(id));
  const names = await Promise.all([
    ...people.map((id) => findName(ctx, id!)),
    ...roles.map(async (slug) => `anybody with the role ${(await findRoleName(ctx, slug)) ?? slug}`),
  ]);
  const isOpen = waiting !== undefined && (waiting.candidates.includes(ANYBODY) || (await isOrphan(ctx, waiting)));
  const known = [isMine ? 'you' : undefined, ...names].filter((name) => name !== undefined);
  const left = isOpen ? await findLeft(ctx, approval, new Set([...done, ...people])) : null;
  if (left === null) return known;
  if (left === 'keys') return [...known, 'a key that may decide'];
  return [...known, known.length > 0 ? 'anybody else who may decide' : 'anybody who may decide'];
}
