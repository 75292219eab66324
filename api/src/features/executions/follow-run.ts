import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#access/context.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { isTerminal } from './run-fold.ts';
import { findRunView, type RunView } from './run-view.ts';

/** A run that says much is told this often: each time all of it is said. Its end is told at once. */
const GATHER_MS = 100;

/** How far a session has come. */
export const lastSeqOf = async (ctx: Context, id: string): Promise<number> =>
  (await ctx.db.session.findFirst({ where: { id }, select: { lastSeq: true } }))?.lastSeq ?? 0;

/** News of a session, of which some may be waited for only so long. */
function openNews(events: AsyncIterableIterator<StoredEvent>) {
  let pending: Promise<IteratorResult<StoredEvent>> | undefined;
  function next(): Promise<IteratorResult<StoredEvent>> {
    pending ??= events.next();
    // Whoever asks again is told; nobody may.
    pending.catch(() => {});
    return pending;
  }
  return {
    async take(within?: Promise<null>): Promise<StoredEvent | 'over' | null> {
      const news = await (within ? Promise.race([next(), within]) : next());
      if (!news) return null;
      pending = undefined;
      return news.done ? 'over' : news.value;
    },
    end: async () => void (await events.return?.()),
  };
}

/** A run now and whenever it has changed, until it has ended. What happens faster than it is read is told once. */
export async function followRun(ctx: Context, run: RunView): Promise<AsyncIterableIterator<RunView>> {
  const { id, tenantId, sessionId } = run;
  let told: RunView | null = null;
  /** All up to here is in what was told. */
  let seen = 0;

  async function look(): Promise<RunView | null> {
    seen = Math.max(seen, await lastSeqOf(ctx, sessionId));
    told = await findRunView(ctx, id);
    return told;
  }
  const first = (await look()) ?? run;
  const news = openNews(ctx.events.followSession(tenantId, sessionId, seen));
  let isFirst = true;

  async function untilChanged(): Promise<boolean> {
    const isNews = (event: StoredEvent) => event.runId === id && event.seq > seen;
    let event = await news.take();
    while (event && event !== 'over' && !isNews(event)) event = await news.take();
    if (!event || event === 'over') return false;
    const enough = sleep(GATHER_MS, null, { ref: false });
    while (event && event !== 'over' && !(isNews(event) && isTerminal(event.type))) {
      if (isNews(event)) seen = event.seq;
      event = await news.take(enough);
    }
    return true;
  }

  const changes: AsyncIterableIterator<RunView> = {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (isFirst) {
        isFirst = false;
        return { done: false, value: first };
      }
      while (told?.endedAt === null && (await untilChanged())) {
        const now = await look();
        if (now) return { done: false, value: now };
      }
      await news.end();
      return { done: true, value: undefined };
    },
    async return() {
      await news.end();
      return { done: true, value: undefined };
    },
  };
  return changes;
}
