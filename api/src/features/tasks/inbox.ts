import { can } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { NO_ID } from '#platform/ids.ts';

/** What waits on the caller: what was put before them, and for those with the right every call that waits. */
export function waitingOn(ctx: Context): Prisma.TaskWhereInput {
  const userId = ctx.viewer.kind === 'user' ? ctx.viewer.userId : NO_ID;
  const byRight = can(ctx.viewer, 'approvals.team.decide') ? [{ kind: 'approval' }] : [];
  return {
    status: 'open',
    AND: [
      { OR: [{ assigneeId: userId }, ...byRight] },
      { OR: [{ snoozedUntil: null }, { snoozedUntil: { lte: ctx.clock.now() } }] },
    ],
  };
}

/** Behind which place to go on, in the order of the inbox. */
export function behind(place: string | undefined): Prisma.TaskWhereInput {
  const [rank, id] = place?.split('|') ?? [];
  if (!rank || !id) return {};
  const at = new Date(rank);
  return { OR: [{ rank: { gt: at } }, { rank: at, id: { gt: id } }] };
}
