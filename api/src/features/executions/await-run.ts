import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { readRun } from './read-runs.ts';
import { isTerminal, type Run } from './run-fold.ts';

const isOver = (run: Run) => run.status !== 'RUNNING';

/** Waits until a run that somebody else works on has ended, or waits for a person. */
export async function awaitRun(ctx: Context, runId: string, mostMs: number): Promise<Run | null> {
  const run = await readRun(ctx, runId);
  if (!run || isOver(run)) return run;
  const news = ctx.events.followSession(tenantIdOf(ctx.viewer), run.sessionId, 0);
  const impatience = setTimeout(() => void news.return?.(), mostMs);
  try {
    for await (const event of news) {
      if (event.runId === runId && (isTerminal(event.type) || event.type === 'tool.needs_approval')) break;
    }
  } finally {
    clearTimeout(impatience);
  }
  return readRun(ctx, runId);
}
