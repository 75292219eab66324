import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { readRun } from './read-runs.ts';
import { isTerminal, type Run } from './run-fold.ts';

const WAITS = new Set(['tool.needs_approval', 'tool.paused']);
const isOver = (run: Run) => run.status !== 'RUNNING';

/** Waits until a run that somebody else works on has ended, or waits for a person. */
export async function awaitRun(ctx: Context, runId: string, mostMs: number): Promise<Run | null> {
  const run = await readRun(ctx, runId);
  if (!run || isOver(run)) return run;
  const news = ctx.events.followSession(tenantIdOf(ctx.viewer), run.sessionId, 0);
  const impatience = setTimeout(() => void news.return?.(), mostMs);
  try {
    for await (const event of news) {
      if (event.runId !== runId || !(isTerminal(event.type) || WAITS.has(event.type))) continue;
      // The log is told from its beginning, so it may have gone on since.
      const now = await readRun(ctx, runId);
      if (!now || isOver(now)) return now;
    }
  } finally {
    clearTimeout(impatience);
  }
  return readRun(ctx, runId);
}
