import type { Context } from '#access/context.ts';
import { LimitExceeded } from '#platform/errors.ts';

/** People who are asked too often stop reading: one session puts only so many calls before them at a time. */
export async function requireRoomToWait(ctx: Context, sessionId: string): Promise<void> {
  const { sessionWaiting } = ctx.engine.limits;
  const waiting = await ctx.db.approval.count({ where: { sessionId, status: 'PENDING' } });
  if (waiting < sessionWaiting) return;
  throw new LimitExceeded(
    'TOO_MANY_WAITING',
    `${waiting} calls of this session wait for a decision already. Have some decided or cancelled before the next.`,
  );
}
