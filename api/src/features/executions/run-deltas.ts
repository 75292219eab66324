import type { Context } from '#access/context.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';

const MODEL = 'Delta';
/** A bell has to fit into a notification of the database. */
const LONGEST = 1_000;

/** Tells those who watch a run what it writes, letter by letter. Nothing of it is stored, and some of it may be missed. */
export function ringDelta(ctx: Context, runId: string, text: string): void {
  for (let at = 0; at < text.length; at += LONGEST) {
    ctx.ring(MODEL, JSON.stringify([runId, text.slice(at, at + LONGEST).toWellFormed()]));
  }
}

export function followDeltas(ctx: Context, runId: string): AsyncIterableIterator<string> {
  return flatMapStream(ctx.follow([MODEL]), ({ id }) => {
    // After a gap the bell stands for everything; what was written meanwhile comes with the stored output.
    if (!id.startsWith('[')) return [];
    const [of, text] = JSON.parse(id) as [string, string];
    return of === runId ? [text] : [];
  });
}
