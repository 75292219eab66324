import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { isMachine, principalOf } from '#access/viewer.ts';
import { candidate, DECIDING, findSelf } from '#features/tasks/candidates.ts';
import { isOrphan, type Waiting } from '#features/tasks/find-orphans.ts';
import type { Approval, ApprovalVote } from '#generated/prisma/client.ts';
import { batchBy, batchManyBy } from '#graphql/batch.ts';
import { toNodeId } from '#platform/ids.ts';
import type { Deciders } from '#toolkit/run-engine.ts';

export type StoredDeciders = Deciders & { selfApproval: boolean };

const NOT_YOURS = 'You asked for this call yourself. Somebody else has to decide.';
const NO_MACHINE = 'A key that acts for an agent cannot decide. A person has to.';
const NOT_NAMED = 'The rule names others who decide about this call.';
const NO_RIGHT = 'You need the permission approvals.team.decide to decide about this call.';

export const namesDeciders = ({ users, roles, manager }: Deciders): boolean =>
  users.length > 0 || roles.length > 0 || manager;

type Asked = Pick<Approval, 'requesterKind' | 'requesterId' | 'assigneeId'>;

/** On whom a call waits: those its rule names, else the assignee and everybody with the right. */
export function candidatesFor(deciders: Deciders, { requesterKind, requesterId, assigneeId }: Asked): string[] {
  if (!namesDeciders(deciders)) return [...(assigneeId ? [candidate.user(assigneeId)] : []), candidate.right(DECIDING)];
  const { users, roles, manager } = deciders;
  const managed = manager && requesterKind === 'user' && requesterId ? [candidate.managerOf(requesterId)] : [];
  return [...users.map(candidate.user), ...roles.map(candidate.role), ...managed];
}

/** On whom a call waits now, and whom it leaves out. */
export const findWaiting = batchBy<string, Waiting>(async (ctx, taskIds) => {
  const tasks = await ctx.db.task.findMany({
    where: { id: { in: taskIds } },
    select: { id: true, candidates: true, excluded: true },
  });
  return new Map(tasks.map(({ id, ...waiting }) => [id, waiting]));
});

/** What was said about each call, in the order it was said. */
export const findVotes = batchManyBy(
  (ctx, ids: string[]) =>
    ctx.db.approvalVote.findMany({
      where: { approvalId: { in: ids } },
      orderBy: [{ createdAt: 'asc' }, { nth: 'asc' }],
    }),
  (vote) => vote.approvalId,
);

/** The public id of whoever gave a vote. */
export const voterIdOf = ({ voterKind, voterId }: ApprovalVote): string =>
  toNodeId(voterKind === 'apiKey' ? 'ApiKey' : 'User', voterId);

/** Whether the caller is whoever asked for the call. */
export function mayAnswer({ viewer }: Context, { requesterId }: Approval): boolean {
  return requesterId !== null && requesterId === principalOf(viewer);
}

/** As whom keys count: as the person behind them, else as the first of the keys that made them. */
const findHeads = batchBy<string, string>(async (ctx, ids) => {
  const keys = await ctx.db.apiKey.findMany({
    where: { id: { in: ids } },
    select: { id: true, rootKeyId: true, creator: { select: { userId: true } } },
  });
  return new Map(keys.map(({ id, rootKeyId, creator }) => [id, creator?.userId ?? rootKeyId ?? id]));
});

/** All who stand behind a call: who asked for it, by themselves or by a key they made, and who had it asked for. */
export async function findAsking(ctx: Context, approval: Approval): Promise<string[]> {
  const { requesterKind, requesterId, onBehalfOfId } = approval;
  const head = requesterKind === 'apiKey' && requesterId ? await findHeads(ctx, requesterId) : undefined;
  return [requesterId, onBehalfOfId, head].filter((id) => typeof id === 'string');
}

/** Whether one of these is behind the call. */
export async function isAsking(ctx: Context, approval: Approval, ids: readonly string[]): Promise<boolean> {
  return (await findAsking(ctx, approval)).some((id) => ids.includes(id));
}

/** Whether it is put before the caller: they are meant, or nobody who is meant is left and they have the right. */
export async function isMeant(ctx: Context, { taskId }: Approval): Promise<boolean> {
  const [{ words }, waiting] = await Promise.all([findSelf(ctx), findWaiting(ctx, taskId)]);
  if (waiting?.candidates.some((word) => words.includes(word))) return true;
  return waiting !== undefined && can(ctx.viewer, DECIDING) && isOrphan(ctx, waiting);
}

/** Why the caller may not decide; null when they may. Guards fail closed: whoever is not known to be allowed is not. */
export async function whyNotDecide(ctx: Context, approval: Approval): Promise<string | null> {
  const { viewer } = ctx;
  if (isMachine(viewer) || (viewer.kind !== 'user' && viewer.kind !== 'apiKey')) return NO_MACHINE;
  const { ids } = await findSelf(ctx);
  const deciders = approval.deciders as unknown as StoredDeciders;
  if (approval.requesterId === principalOf(viewer)) return NOT_YOURS;
  // A key is a principal of its own. Only where a rule wants somebody else does it count as its maker.
  if (!deciders.selfApproval && (await isAsking(ctx, approval, ids))) return NOT_YOURS;
  if (await isMeant(ctx, approval)) return null;
  return namesDeciders(deciders) ? NOT_NAMED : NO_RIGHT;
}
