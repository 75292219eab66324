import type { Context } from '#access/context.ts';
import { recallViewer } from '#access/recall-viewer.ts';
import { principalOf, tenantIdOf } from '#access/viewer.ts';
import { DECIDING } from '#features/tasks/candidates.ts';
import type { Approval, ApprovalVote } from '#generated/prisma/client.ts';
import { Forbidden } from '#platform/errors.ts';
import { isMeant, whyNotDecide } from './may-decide.ts';

const ENDED = 'Your right to decide has ended in the meantime.';

/** Somebody as they are at this moment, for what is done in this transaction; nobody once they are gone. */
async function recall(ctx: Context, kind: string, id: string | null): Promise<Context | null> {
  const viewer = await recallViewer({ system: ctx.db, clock: ctx.clock }, tenantIdOf(ctx.viewer), { kind, id });
  return viewer && { ...ctx, viewer };
}

/** What was true when the caller was let in may not be true any more when it is their turn. */
export async function requireStillDeciding(ctx: Context, approval: Approval): Promise<void> {
  const now = await recall(ctx, ctx.viewer.kind, principalOf(ctx.viewer));
  const refusal = now ? await whyNotDecide(now, approval) : ENDED;
  if (refusal) throw new Forbidden(refusal, DECIDING);
}

/** Whether an earlier vote still counts: whoever gave it is there and would be asked again. */
export async function stillCounts(ctx: Context, approval: Approval, { principalId }: ApprovalVote): Promise<boolean> {
  const voter = (await recall(ctx, 'user', principalId)) ?? (await recall(ctx, 'apiKey', principalId));
  return voter !== null && isMeant(voter, approval);
}
