import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#access/context.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { lastSeqOf } from './follow-run.ts';
import { isTerminal } from './run-fold.ts';
import { findRunView, type RunView } from './run-view.ts';

const MODEL = 'Delta';
/** A bell has to fit into a notification of the database. */
const LONGEST = 1_000;
/** The bell and the log are two ways: the last bits may come a little later than the end. */
const GRACE_MS = 200;

/** Tells those who watch a run what it writes, letter by letter. Nothing of it is stored, and some of it may be missed. */
export function ringDelta(ctx: Context, runId: string, text: string): void {
  for (let at = 0; at < text.length; at += LONGEST) {
    ctx.ring(MODEL, JSON.stringify([runId, text.slice(at, at + LONGEST).toWellFormed()]));
  }
}

const deltasOf = (ctx: Context, runId: string) =>
  flatMapStream(ctx.follow([MODEL]), ({ id }) => {
    // After a gap the bell stands for everything; what was written meanwhile comes with the stored output.
    if (!id.startsWith('[')) return [];
    const [of, text] = JSON.parse(id) as [string, string];
    return of === runId ? [text] : [];
  });

async function untilEnded(news: AsyncIterable<StoredEvent>, runId: string): Promise<void> {
  for await (const event of news) if (event.runId === runId && isTerminal(event.type)) break;
}

async function* nothing(): AsyncGenerator<string> {}

/** What a run writes from now on, until it has ended. */
export async function followDeltas(ctx: Context, { id, tenantId, sessionId }: RunView): Promise<AsyncIterable<string>> {
  // In this order: an end that is not seen in the run comes with the news.
  const seen = await lastSeqOf(ctx, sessionId);
  const run = await findRunView(ctx, id);
  if (!run || run.endedAt) return nothing();
  const deltas = deltasOf(ctx, id);
  const news = ctx.events.followSession(tenantId, sessionId, seen);
  let failure: unknown;
  void untilEnded(news, id)
    .then(() => sleep(GRACE_MS))
    .catch((error) => {
      failure = error;
    })
    .finally(() => deltas.return!());
  const stream: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const delta = await deltas.next();
      if (delta.done && failure) throw failure;
      return delta;
    },
    async return() {
      await Promise.all([deltas.return!(), news.return?.()]);
      return { done: true, value: undefined };
    },
  };
  return stream;
}
