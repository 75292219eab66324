import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { isMachine, principalOf } from '#access/viewer.ts';
import { candidate, DECIDING, findSelf } from '#features/tasks/candidates.ts';
import { isOrphan, type Waiting } from '#features/tasks/find-orphans.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
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

/** Whether the caller is whoever asked for the call. */
export function mayAnswer({ viewer }: Context, { requesterId }: Approval): boolean {
  return requesterId !== null && requesterId === principalOf(viewer);
}

/** Why the caller may not decide; null when they may. Guards fail closed: whoever is not known to be allowed is not. */
export async function whyNotDecide(ctx: Context, approval: Approval): Promise<string | null> {
  const { viewer } = ctx;
  if (isMachine(viewer) || (viewer.kind !== 'user' && viewer.kind !== 'apiKey')) return NO_MACHINE;
  const [{ ids, words }, waiting] = await Promise.all([findSelf(ctx), findWaiting(ctx, approval.taskId)]);
  const deciders = approval.deciders as unknown as StoredDeciders;
  if (approval.requesterId === principalOf(viewer)) return NOT_YOURS;
  // A key is a principal of its own. Only where a rule wants somebody else does it count as its maker.
  const asking = deciders.selfApproval ? [] : [approval.requesterId, approval.onBehalfOfId];
  if (asking.some((id) => id !== null && ids.includes(id))) return NOT_YOURS;
  if (waiting?.candidates.some((word) => words.includes(word))) return null;
  if (waiting && can(viewer, DECIDING) && (await isOrphan(ctx, waiting))) return null;
  return namesDeciders(deciders) ? NOT_NAMED : NO_RIGHT;
}

/** Whether it waits on the caller: they may decide, and have not said anything yet. */
export async function mayDecide(ctx: Context, approval: Approval): Promise<boolean> {
  if (approval.status !== 'PENDING' || (await whyNotDecide(ctx, approval)) !== null) return false;
  const [{ ids }, waiting] = await Promise.all([findSelf(ctx), findWaiting(ctx, approval.taskId)]);
  return !waiting?.excluded.some((id) => ids.includes(id));
}
