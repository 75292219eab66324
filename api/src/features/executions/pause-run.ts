import type { Context } from '#access/context.ts';
import { cancelSteps } from './cancel-steps.ts';
import { readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { type Journal, type RunPlace, runAt } from './run-journal.ts';

type Paused = { input: Record<string, unknown>; place: RunPlace; journal: Journal; startedAt: Date };

/** Lets go of a run that waits for one of its steps: no process holds it until somebody takes it up again. */
export async function pauseRun(ctx: Context, { input, place, journal, startedAt }: Paused): Promise<Run> {
  const { accepted } = await journal.append('tool.paused', {});
  // It was cancelled while its step began to wait, when nobody knew of the step yet.
  if (!accepted && (await readRun(ctx, place.runId))?.status === 'CANCELLED')
    await ctx.transaction((inside) => cancelSteps(inside, place.runId, place.actor));
  // The step may have ended in this very moment, when nobody knew yet that somebody waits for it.
  const waiting = await ctx.db.runHead.count({ where: { parentRunId: place.runId, state: { not: 'ended' } } });
  if (waiting === 0) await resumeParent(ctx, place.tenantId, place.runId);
  const run = await readRun(ctx, place.runId);
  return run ?? runAt(place, { input, createdAt: startedAt, startedAt, status: 'WAITING' });
}

/** Tells whoever does jobs that a paused run may go on. */
export async function resumeParent(ctx: Context, tenantId: string, runId: string): Promise<void> {
  const head = await ctx.db.runHead.findFirst({ where: { id: runId }, select: { state: true } });
  if (head?.state === 'paused') await ctx.enqueue('run.resume', { tenantId, runId }, { key: runId });
}
