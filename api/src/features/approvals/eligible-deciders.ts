import type { Context } from '#access/context.ts';
import { permissionsOfRole } from '#access/permissions.ts';
import { DECIDING } from '#features/tasks/candidates.ts';
import { isOrphan, membersMeant } from '#features/tasks/find-orphans.ts';
import type { Approval, Prisma } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { findWaiting, namesDeciders, type StoredDeciders } from './may-decide.ts';

/** The roles that hold the right to decide. */
export async function findDecidingRoles(ctx: Context): Promise<string[]> {
  const roles = await ctx.db.role.findMany({ include: { permissions: true } });
  return roles.filter((role) => permissionsOfRole(role).has(DECIDING)).map(({ id }) => id);
}

export type EligibleDecider = { userId: string; name: string; email: string };

const MOST = 20;

/** Most calls of a list can be put before the same people: each question is asked once. */
const findMembers = batchBy<string, EligibleDecider[]>(async (ctx, questions) => {
  const answers = questions.map(async (question): Promise<[string, EligibleDecider[]]> => {
    const members = await ctx.db.membership.findMany({
      where: JSON.parse(question),
      select: { userId: true, user: { select: { name: true, email: true } } },
      orderBy: [{ user: { name: 'asc' } }, { id: 'asc' }],
      take: MOST,
    });
    const people = members.map(({ userId, user }) => ({ userId, name: user.name || user.email, email: user.email }));
    return [question, people];
  });
  return new Map(await Promise.all(answers));
});

/** Some of those before whom the call can be put, by name; `search` is part of a name or an address. */
export async function listEligibleDeciders(
  ctx: Context,
  approval: Approval,
  search: string,
): Promise<EligibleDecider[]> {
  const contains = { contains: search.trim(), mode: 'insensitive' as const };
  const where: Prisma.MembershipWhereInput = {
    AND: [await eligibleDeciders(ctx, approval), { user: { OR: [{ name: contains }, { email: contains }] } }],
  };
  return (await findMembers(ctx, JSON.stringify(where))) ?? [];
}

/**
 * Before whom a waiting call can be put. Where a rule names who decides, only before one of them, or, with none of them
 * left, before somebody with the right. Never before whoever asked, or has had their say.
 */
export async function eligibleDeciders(ctx: Context, approval: Approval): Promise<Prisma.MembershipWhereInput> {
  const waiting = (await findWaiting(ctx, approval.taskId)) ?? { candidates: [], excluded: [] };
  const others = { userId: { notIn: waiting.excluded } };
  if (!namesDeciders(approval.deciders as unknown as StoredDeciders)) return others;
  if (await isOrphan(ctx, waiting)) return { AND: [others, { roleId: { in: await findDecidingRoles(ctx) } }] };
  return { AND: [others, membersMeant(waiting.candidates)] };
}
