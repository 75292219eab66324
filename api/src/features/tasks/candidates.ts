import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { Permission } from '#access/permissions.ts';
import { isMachine, principalOf } from '#access/viewer.ts';
import { batchBy } from '#graphql/batch.ts';

/** On whom something waits, as the row of the task says it. */
export const candidate = {
  user: (id: string) => `user:${id}`,
  role: (slug: string) => `role:${slug}`,
  managerOf: (userId: string) => `manager-of:${userId}`,
  right: (permission: Permission) => `right:${permission}`,
};

export const DECIDING = 'approvals.team.decide';

/** The caller as those see them who count heads: a key is the person behind it, else the first of the keys that made it. */
export type Self = {
  id: string | null;
  /** All that stands for them in lists of people and keys. */
  ids: string[];
  /** What of the words for candidates is said of them. */
  words: string[];
};

type Place = { userId: string; role: string; reports: string[] };

const findPlaceOf = batchBy<string, Place>(async (ctx, userIds) => {
  const members = await ctx.db.membership.findMany({
    where: { userId: { in: userIds } },
    select: { userId: true, role: { select: { slug: true } }, reports: { select: { userId: true } } },
  });
  return new Map(
    members.map(({ userId, role, reports }) => [
      userId,
      { userId, role: role.slug, reports: reports.map((report) => report.userId) },
    ]),
  );
});

const findMaker = batchBy<string, string>(async (ctx, ids) => {
  const makers = await ctx.db.membership.findMany({ where: { id: { in: ids } }, select: { id: true, userId: true } });
  return new Map(makers.map(({ id, userId }) => [id, userId]));
});

async function findPerson(ctx: Context): Promise<string | null> {
  const { viewer } = ctx;
  if (viewer.kind === 'user') return viewer.userId;
  return viewer.kind === 'apiKey' && viewer.creatorId ? ((await findMaker(ctx, viewer.creatorId)) ?? null) : null;
}

export async function findSelf(ctx: Context): Promise<Self> {
  const { viewer } = ctx;
  const principal = principalOf(viewer);
  const person = await findPerson(ctx);
  const head = person ?? (viewer.kind === 'apiKey' ? viewer.rootKeyId : null) ?? principal;
  const ids = [...new Set([principal, head])].filter((id) => id !== null);
  const self = { id: head, ids };
  if (principal === null) return { ...self, words: [] };
  const own = [candidate.user(principal)];
  // What is put before a machine is questions about its own calls.
  if (isMachine(viewer)) return { ...self, words: own };
  // A key speaks for its maker only as far as it was given the right to.
  if (viewer.kind !== 'user' && !can(viewer, DECIDING)) return { ...self, words: own };
  const place = person ? await findPlaceOf(ctx, person) : undefined;
  const held = 'scope' in viewer ? viewer.scope?.roleSlug : null;
  const words = [
    ...own,
    ...(person ? [candidate.user(person)] : []),
    ...[held, place?.role].filter((slug) => typeof slug === 'string').map(candidate.role),
    ...(place?.reports ?? []).map(candidate.managerOf),
    ...(can(viewer, DECIDING) ? [candidate.right(DECIDING)] : []),
  ];
  return { ...self, words: [...new Set(words)] };
}
