import type { Context } from '#access/context.ts';
import { lockAuditChain } from '#features/audit/append-audit.ts';
import { Unavailable } from '#platform/errors.ts';
import type { ToolResult } from '#toolkit/tool-result.ts';
import { cancelSteps } from './cancel-steps.ts';
import { RunAborted } from './never-throw.ts';
import { pauseRun, resumeParent } from './pause-run.ts';
import { readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { type RunEnd, runAt } from './run-journal.ts';
import { type RunWork, runTool } from './run-tool.ts';

type Work = RunWork & {
  startedAt: Date;
  /** Of whoever waits for it: a parent run, or a job. */
  signal?: AbortSignal;
  depth?: number;
};

function endOf(result: ToolResult, signal: AbortSignal): RunEnd {
  if (signal.aborted && signal.reason instanceof RunAborted && signal.reason.end === 'cancelled')
    return { type: 'cancelled' };
  return result.ok ? { type: 'completed', output: result.output } : { type: 'failed', error: result.error };
}

function outcomeOf(end: RunEnd): Pick<Run, 'status' | 'output' | 'error'> {
  if (end.type === 'completed') return { status: 'SUCCESS', output: end.output, error: null };
  if (end.type === 'failed') return { status: 'ERROR', output: null, error: end.error };
  return { status: 'CANCELLED', output: null, error: null };
}

/** Works on a run that was started in this process, and writes down how it ended. The log has the last word. */
export async function performRun(ctx: Context, work: Work): Promise<Run> {
  const { tool, input, place, journal, startedAt } = work;
  const { running } = ctx.engine;
  const controller = new AbortController();
  const signal = work.signal ? AbortSignal.any([controller.signal, work.signal]) : controller.signal;
  running.enter(place.runId, controller, !work.signal, () => !journal.isHeld());
  try {
    const result = await runTool(ctx, { tool, input, place, journal, signal, depth: work.depth ?? 0 });
    if (result === 'paused') return await pauseRun(ctx, work);
    const end = endOf(result, signal);
    const endedAt = ctx.clock.now();
    const isOurs = await journal.end(end, endedAt);
    // A step may have begun to wait while its run was being cancelled.
    if (end.type === 'cancelled')
      await ctx.transaction(async (inside) => {
        await lockAuditChain(inside);
        await cancelSteps(inside, place.runId, place.actor);
      });
    if (place.parentRunId) await resumeParent(ctx, place.tenantId, place.parentRunId);
    if (isOurs)
      return runAt(place, {
        sensitive: journal.sensitive(),
        input,
        createdAt: startedAt,
        startedAt,
        endedAt,
        streamed: journal.streamed(),
        ...outcomeOf(end),
      });
    const run = await readRun(ctx, place.runId);
    if (!run) throw new Unavailable('The run could not be read. Look at it again in a moment.');
    return run;
  } finally {
    running.leave(place.runId);
  }
}
