import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { candidate, DECIDING } from './candidates.ts';

export type Waiting = { candidates: string[]; excluded: string[] };

const RIGHT = candidate.right(DECIDING);

function namedIn(candidates: readonly string[], prefix: string): string[] {
  return candidates.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length));
}

/** The members whom the words mean, rights aside. */
export function membersMeant(candidates: readonly string[]): Prisma.MembershipWhereInput {
  return {
    OR: [
      { userId: { in: namedIn(candidates, candidate.user('')) } },
      { role: { slug: { in: namedIn(candidates, candidate.role('')) } } },
      { reports: { some: { userId: { in: namedIn(candidates, candidate.managerOf('')) } } } },
    ],
  };
}

const findAbandoned = batchBy<string, boolean>(async (ctx, keys) => {
  const waiting = keys.map((key) => ({ key, ...(JSON.parse(key) as Waiting) }));
  const answers = [...Map.groupBy(waiting, ({ candidates }) => candidates.join()).values()].map(async (alike) => {
    // One more than can be excluded: either one of them is left, or these are all.
    const most = Math.max(...alike.map(({ excluded }) => excluded.length));
    const members = await ctx.db.membership.findMany({
      where: membersMeant(alike[0]!.candidates),
      select: { userId: true },
      take: most + 1,
    });
    return alike.map(({ key, excluded }): [string, boolean] => [
      key,
      members.every(({ userId }) => excluded.includes(userId)),
    ]);
  });
  return new Map((await Promise.all(answers)).flat());
});

/** Whether nobody is left on whom it could wait: they left, lost the role, or have all had their say. */
export async function isOrphan(ctx: Context, { candidates, excluded }: Waiting): Promise<boolean> {
  if (candidates.includes(RIGHT)) return false;
  return (await findAbandoned(ctx, JSON.stringify({ candidates, excluded }))) ?? false;
}

/** What nobody is left for falls to those with the right to decide. */
export async function findOrphans(ctx: Context): Promise<Prisma.TaskWhereInput[]> {
  if (!can(ctx.viewer, DECIDING)) return [];
  const groups = await ctx.db.task.groupBy({
    by: ['candidates', 'excluded'],
    where: { status: 'open', kind: 'approval', NOT: { candidates: { has: RIGHT } } },
  });
  const orphaned = await Promise.all(groups.map((group) => isOrphan(ctx, group)));
  return groups
    .filter((_group, at) => orphaned[at])
    .map(({ candidates, excluded }) => ({ candidates: { equals: candidates }, excluded: { equals: excluded } }));
}
