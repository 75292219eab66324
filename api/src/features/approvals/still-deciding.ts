import type { Context } from '#access/context.ts';
import { recallViewer, recallViewers } from '#access/recall-viewer.ts';
import { principalOf, tenantIdOf } from '#access/viewer.ts';
import { DECIDING, findSelf } from '#features/tasks/candidates.ts';
import type { Approval, ApprovalVote } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import { Forbidden } from '#platform/errors.ts';
import { findVotes, whyNotDecide } from './may-decide.ts';
import { whyOutOfReach } from './out-of-reach.ts';

const ENDED = 'Your right to decide has ended in the meantime.';

/** What was true when the caller was let in may not be true any more when it is their turn. */
export async function requireStillDeciding(ctx: Context, approval: Approval): Promise<void> {
  const principal = { kind: ctx.viewer.kind, id: principalOf(ctx.viewer) };
  const viewer = await recallViewer({ system: ctx.db, clock: ctx.clock }, tenantIdOf(ctx.viewer), principal);
  const refusal = viewer ? await whyNotDecide({ ...ctx, viewer }, approval) : ENDED;
  if (refusal) throw new Forbidden(refusal, DECIDING);
}

/** Those who voted, as they are at this moment. Each has one context, so that what is asked of them is asked together. */
const findVoter = batchBy<string, Context>(async (ctx, ids) => {
  const viewers = await recallViewers({ system: ctx.db, clock: ctx.clock }, tenantIdOf(ctx.viewer), ids);
  return new Map([...viewers].map(([id, viewer]) => [id, { ...ctx, viewer }]));
});

/** Whether an earlier vote still counts: the very person or key that gave it is there and would be asked again. */
export async function stillCounts(ctx: Context, approval: Approval, { voterId }: ApprovalVote): Promise<boolean> {
  const voter = await findVoter(ctx, voterId);
  return voter !== undefined && (await whyNotDecide(voter, approval)) === null;
}

/** Whether it waits on the caller: they may decide, and have not said anything yet that counts, or can lead to anything. */
export async function mayDecide(ctx: Context, approval: Approval): Promise<boolean> {
  if (approval.status !== 'PENDING' || (await whyNotDecide(ctx, approval)) !== null) return false;
  const [{ id }, votes] = await Promise.all([findSelf(ctx), findVotes(ctx, approval.id)]);
  const vote = votes.findLast(({ headId }) => headId === id);
  return !vote || !(await stillCounts(ctx, approval, vote)) || (await whyOutOfReach(ctx, approval)) !== null;
}
