import type { Context } from '#access/context.ts';
import type { RunHead, SessionEvent } from '#generated/prisma/client.ts';

type Status =
  | 'PENDING'
  | 'RUNNING'
  | 'WAITING_TOOL'
  | 'WAITING_HUMAN'
  | 'WAITING_REPLY'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED';
export type SessionStanding = { status: Status; pauseReason: 'approval' | 'client_result' | null };

/** Work of people says where it stands; work of tools stands where its calls do. */
const SAID: Record<string, Status> = {
  'session.waiting_human': 'WAITING_HUMAN',
  'session.waiting_reply': 'WAITING_REPLY',
  'session.completed': 'COMPLETED',
  'session.failed': 'FAILED',
  'session.cancelled': 'CANCELLED',
};
const ENDED: Record<string, Status> = { success: 'COMPLETED', error: 'FAILED', cancelled: 'CANCELLED' };

/** Where a session stands by what was said of it last, or by its calls, oldest first. */
export function standingOf(
  said: Pick<SessionEvent, 'type'> | undefined,
  runs: readonly Pick<RunHead, 'state' | 'outcome'>[],
): SessionStanding {
  if (said) return { status: SAID[said.type]!, pauseReason: null };
  if (runs.some(({ state }) => state === 'waiting' || state === 'paused'))
    return { status: 'WAITING_TOOL', pauseReason: 'approval' };
  if (runs.some(({ state }) => state !== 'ended')) return { status: 'RUNNING', pauseReason: null };
  return { status: ENDED[runs.at(-1)?.outcome ?? ''] ?? 'PENDING', pauseReason: null };
}

export async function findSessionStatuses(ctx: Context, ids: string[]): Promise<Map<string, SessionStanding>> {
  const sessionId = { in: ids };
  const [said, runs] = await Promise.all([
    ctx.db.sessionEvent.findMany({
      where: { sessionId, type: { in: Object.keys(SAID) } },
      orderBy: { seq: 'asc' },
      select: { sessionId: true, type: true },
    }),
    ctx.db.runHead.findMany({
      where: { sessionId },
      orderBy: { id: 'asc' },
      select: { sessionId: true, state: true, outcome: true },
    }),
  ]);
  const lastSaid = new Map(said.map((event) => [event.sessionId, event]));
  const bySession = Map.groupBy(runs, (run) => run.sessionId);
  return new Map(ids.map((id) => [id, standingOf(lastSaid.get(id), bySession.get(id) ?? [])]));
}
