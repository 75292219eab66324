import type { Context } from '#access/context.ts';
import { isTerminal } from './run-fold.ts';
import { findRunView, type RunView } from './run-view.ts';

/** A run now and after each event of it, until it has ended. What happens faster than it is read is told once. */
export function followRun(ctx: Context, run: RunView): AsyncIterableIterator<RunView> {
  const events = ctx.events.followSession(run.tenantId, run.sessionId, 0);
  let isFirst = true;
  let isOver = run.endedAt !== null;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (isFirst) {
        isFirst = false;
        return { done: false, value: run };
      }
      while (!isOver) {
        const { done, value: event } = await events.next();
        if (done) break;
        if (event.runId !== run.id) continue;
        isOver = isTerminal(event.type);
        const now = await findRunView(ctx, run.id);
        if (now) return { done: false, value: now };
      }
      await events.return?.();
      return { done: true, value: undefined };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
