import type { Context } from '#access/context.ts';
import { excludeFromTask, includeInTask } from '#features/tasks/exclude-from-task.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { findVotes } from './may-decide.ts';
import { whyOutOfReach } from './out-of-reach.ts';
import { stillCounts } from './still-deciding.ts';

/**
 * Keeps a waiting call out of the inboxes of those whose vote counts, and brings it back to the others who voted: their
 * vote counts no more, or can lead to nothing, and all that they can do is deny it.
 */
export async function recountVotes(ctx: Context, approval: Approval): Promise<void> {
  const { id, taskId, requesterId } = approval;
  const last = new Map((await findVotes(ctx, id)).map((vote) => [vote.headId, vote]));
  if (last.size === 0) return;
  const isOut = (await whyOutOfReach(ctx, approval)) !== null;
  const heads = [...last.values()].map(async (vote) => ({
    id: vote.headId,
    isDone: !isOut && (await stillCounts(ctx, approval, vote)),
  }));
  for (const head of await Promise.all(heads)) {
    if (head.isDone) await excludeFromTask(ctx, taskId, head.id);
    else if (head.id !== requesterId) await includeInTask(ctx, taskId, head.id);
  }
}
