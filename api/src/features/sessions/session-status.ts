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

const REFUSED = 'tool.refused';

/** Where a session stands by what was said of it last, or by its calls, oldest first. One that had nothing but refused calls has failed. */
export function standingOf(
  said: Pick<SessionEvent, 'type'> | undefined,
  runs: readonly Pick<RunHead, 'state' | 'outcome'>[],
  isRefused = false,
): SessionStanding {
  if (said) return { status: SAID[said.type]!, pauseReason: null };
  if (runs.some(({ state }) => state === 'waiting' || state === 'paused'))
    return { status: 'WAITING_TOOL', pauseReason: 'approval' };
  if (runs.some(({ state }) => state !== 'ended')) return { status: 'RUNNING', pauseReason: null };
  return { status: ENDED[runs.at(-1)?.outcome ?? ''] ?? (isRefused ? 'FAILED' : 'PENDING'), pauseReason: null };
}

export async function findSessionStatuses(ctx: Context, ids: string[]): Promise<Map<string, SessionStanding>> {
  const sessionId = { in: ids };
  const [said, runs] = await Promise.all([
    ctx.db.sessionEvent.findMany({
      where: { sessionId, type: { in: [...Object.keys(SAID), REFUSED] } },
      orderBy: { seq: 'asc' },
      select: { sessionId: true, type: true },
    }),
    ctx.db.runHead.findMany({
      where: { sessionId },
      orderBy: { id: 'asc' },
      select: { sessionId: true, state: true, outcome: true },
    }),
  ]);
  const [refused, told] = [said.filter(({ type }) => type === REFUSED), said.filter(({ type }) => type !== REFUSED)];
  const hasRefused = new Set(refused.map((event) => event.sessionId));
  const lastSaid = new Map(told.map((event) => [event.sessionId, event]));
  const bySession = Map.groupBy(runs, (run) => run.sessionId);
  return new Map(ids.map((id) => [id, standingOf(lastSaid.get(id), bySession.get(id) ?? [], hasRefused.has(id))]));
}
