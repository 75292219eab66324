import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { keyWithRights, toKeyViewer } from '#access/key-viewer.ts';
import { candidate, DECIDING } from '#features/tasks/candidates.ts';
import { membersMeant } from '#features/tasks/find-orphans.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { findDecidingRoles } from './eligible-deciders.ts';
import { findAsking, findWaiting, type StoredDeciders } from './may-decide.ts';

/** Somebody who can vote, and as whom it counts. */
type Voter = { id: string; headId: string };

/** More than any rule can ask for, beside those who asked. */
const ENOUGH = 30;

/** People who are meant, or have the right: to those it falls when nobody who is meant is left. */
const findPeople = batchBy<string, Voter[]>(async (ctx, lists) => {
  const roles = await findDecidingRoles(ctx);
  const answers = lists.map(async (list): Promise<[string, Voter[]]> => {
    const where = { OR: [membersMeant(JSON.parse(list)), { roleId: { in: roles } }] };
    const members = await ctx.db.membership.findMany({ where, select: { userId: true }, take: ENOUGH });
    return [list, members.map(({ userId }) => ({ id: userId, headId: userId }))];
  });
  return new Map(await Promise.all(answers));
});

const KEYS = 'all that can decide';
const findKeys = batchBy<typeof KEYS, Voter[]>(async (ctx) => {
  const now = ctx.clock.now();
  const keys = await ctx.db.apiKey.findMany({
    where: { revokedAt: null, actsForAgent: false, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    include: keyWithRights,
  });
  const deciding = keys.filter((key) => {
    const viewer = toKeyViewer(key, now);
    return viewer !== null && can(viewer, DECIDING);
  });
  const voters = deciding.map(({ id, rootKeyId, creator }) => ({ id, headId: creator?.userId ?? rootKeyId ?? id }));
  return new Map([[KEYS, voters]]);
});

type Voters = { people: Voter[]; findKeys: () => Promise<Voter[]> };

/** Who can vote about a call, whoever asked left out. Keys are asked for only where people are too few. */
async function findVoters(ctx: Context, approval: Approval): Promise<Voters> {
  const { selfApproval } = approval.deciders as unknown as StoredDeciders;
  const [waiting, asking] = await Promise.all([findWaiting(ctx, approval.taskId), findAsking(ctx, approval)]);
  const mayVote = ({ id, headId }: Voter) =>
    id !== approval.requesterId && (selfApproval || !(asking.includes(id) || asking.includes(headId)));
  const named = (waiting?.candidates ?? []).filter((word) => word !== candidate.right(DECIDING));
  const people = (await findPeople(ctx, JSON.stringify(named))) ?? [];
  return {
    people: people.filter(mayVote),
    findKeys: async () => ((await findKeys(ctx, KEYS)) ?? []).filter(mayVote),
  };
}

/** Why a call that several must agree to cannot be approved as things stand; null while enough of them can. */
export async function whyOutOfReach(ctx: Context, approval: Approval): Promise<string | null> {
  const { needed } = approval;
  if (needed === 1) return null;
  const voters = await findVoters(ctx, approval);
  const heads = new Set(voters.people.map(({ headId }) => headId));
  if (heads.size >= needed) return null;
  for (const { headId } of await voters.findKeys()) heads.add(headId);
  if (heads.size >= needed) return null;
  const left = heads.size === 0 ? 'nobody' : `only ${heads.size}`;
  return `${needed} must agree, and beside whoever asked ${left} can decide at present.`;
}

/** Who is left beside those who are done: people, or only keys; null when nobody is. */
export async function findLeft(
  ctx: Context,
  approval: Approval,
  done: ReadonlySet<string | null>,
): Promise<'people' | 'keys' | null> {
  const voters = await findVoters(ctx, approval);
  const isLeft = ({ id, headId }: Voter) => !done.has(id) && !done.has(headId);
  if (voters.people.some(isLeft)) return 'people';
  return (await voters.findKeys()).some(isLeft) ? 'keys' : null;
}
