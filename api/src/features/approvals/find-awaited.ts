import type { Context } from '#access/context.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy, batchManyBy } from '#graphql/batch.ts';
import { findManagerOf } from './find-approver.ts';
import type { StoredDeciders } from './may-decide.ts';

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

const findVoters = batchManyBy(
  (ctx, ids: string[]) => ctx.db.approvalVote.findMany({ where: { approvalId: { in: ids } } }),
  (vote) => vote.approvalId,
);

export async function findAssigneeName(ctx: Context, { assigneeId }: Approval): Promise<string | null> {
  return assigneeId ? ((await findName(ctx, assigneeId)) ?? null) : null;
}

/** By name, whose word a call waits for: whom it was put before, then whoever the rule names. */
export async function findAwaited(ctx: Context, approval: Approval): Promise<string[]> {
  if (approval.status !== 'PENDING') return [];
  const { users, roles, manager } = approval.deciders as unknown as StoredDeciders;
  const requester = approval.requesterKind === 'user' ? approval.requesterId : null;
  const [voters, managerId] = await Promise.all([
    findVoters(ctx, approval.id),
    manager ? findManagerOf(ctx, requester) : null,
  ]);
  const done = new Set([approval.requesterId, ...voters.map(({ principalId }) => principalId)]);
  const people = [...new Set([approval.assigneeId, ...users, managerId])].filter((id) => id !== null && !done.has(id));
  const names = await Promise.all([
    ...people.map((id) => findName(ctx, id!)),
    ...roles.map(async (slug) => `anybody with the role ${(await findRoleName(ctx, slug)) ?? slug}`),
  ]);
  return names.filter((name) => name !== undefined);
}
