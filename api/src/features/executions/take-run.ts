import type { Context } from '#access/context.ts';
import { recallViewer } from '#access/recall-viewer.ts';
import { goneBecause, isWithinApproval } from '#features/approvals/check-approved-scope.ts';
import { hasChangedSince } from '#features/approvals/runs-above.ts';
import { type House, houseContext } from '#features/tenancy/house-context.ts';
import { checkCall } from '#features/tools/check-call.ts';
import { findTestableTool } from '#features/tools/find-testable-tool.ts';
import { evaluationFor, findTool } from '#features/tools/find-tools.ts';
import { TOOL_GONE, whyUnavailable } from '#features/tools/why-unavailable.ts';
import { NO_ID, newRequestId } from '#platform/ids.ts';
import type { RunError } from '#toolkit/tool-result.ts';
import { resumeParent } from './pause-run.ts';
import { performRun } from './perform-run.ts';
import { readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { beginningOf, openJournal, type RunPlace } from './run-journal.ts';

/** Of a run whose steps have begun nobody says that it was not started. */
const forbidden = (cause: string, { startedAt }: Run): RunError => ({
  code: 'FORBIDDEN',
  message: `${cause} So it ${startedAt ? 'could not go on' : 'was not started'}.`,
});

const OUT_OF_SCOPE: RunError = {
  code: 'APPROVAL_OUT_OF_SCOPE',
  message: 'The tool has changed since this call was approved, so it was not started. Ask for it again.',
};

const CHANGED_SINCE: RunError = {
  code: 'APPROVAL_OUT_OF_SCOPE',
  message: 'The tool has changed since this run began, so it could not go on. Look at its steps, and call it again.',
};

export function placeOfRun(run: Run): RunPlace {
  const { id: runId, tenantId, sessionId, toolSlug, parentRunId, stepId, test, sensitive } = run;
  return {
    tenantId,
    sessionId,
    runId,
    toolSlug,
    actor: { kind: run.actorKind, id: run.actorId, label: run.actorLabel },
    from: { source: run.source, subSource: run.subSource },
    test,
    parentRunId,
    stepId,
    sensitive,
  };
}

type Ready = { ctx: Context; tool: NonNullable<Awaited<ReturnType<typeof findTool>>>; input: Record<string, unknown> };

/** Who asked, what for and with what, as it holds now; or why it cannot be done any more. */
async function recall(host: House, run: Run): Promise<Ready | RunError> {
  const viewer = await recallViewer(host, run.tenantId, { kind: run.actorKind, id: run.actorId });
  if (!viewer) return forbidden(goneBecause(run.actorKind), run);
  const ctx = host.createContext(viewer, newRequestId());
  const { toolSlug, test: isTest } = run;
  const tried = isTest ? await findTestableTool(ctx, toolSlug) : null;
  const tool = tried ?? (await findTool(ctx, toolSlug));
  const reason = await whyUnavailable(ctx, { toolSlug, isTest });
  if (!tool || reason) return forbidden(reason ?? TOOL_GONE, run);
  if (run.startedAt && (await hasChangedSince(ctx, run.id, tool))) return CHANGED_SINCE;
  if (!(await isWithinApproval(ctx, run, tool))) return OUT_OF_SCOPE;
  const { availability } = await evaluationFor(ctx);
  const checked = checkCall(ctx, tool, run.input, availability);
  if (checked.ok) return { ctx, tool, input: checked.input };
  const message = `The tool has changed since, and does not take this input any more: ${checked.fields[0]?.message}`;
  return { code: 'INVALID_INPUT', message };
}

const TAKEABLE = ['queued', 'approved', 'running', 'paused'];

type Take = { tenantId: string; runId: string /** The dead process whose run it was. */; from?: string };

/** Takes a run that waits in the queue, or one that a dead process left behind, and works on it. Once, whoever else tries. */
export async function takeRun(host: House, { tenantId, runId, from }: Take, signal: AbortSignal): Promise<void> {
  const house = await houseContext(host, tenantId);
  const run = house && (await readRun(house, runId));
  const head = house && (await house.db.runHead.findFirst({ where: { id: runId }, select: { state: true } }));
  if (!house || !run || !head || !TAKEABLE.includes(head.state)) return;
  const ready = await recall(host, run);
  const place = placeOfRun(run);
  if ('code' in ready) {
    await openJournal(house, place).append('tool.failed', { error: ready }, { fromWorkerId: from });
    if (place.parentRunId) await resumeParent(house, tenantId, place.parentRunId);
    return;
  }
  place.sensitive = [...new Set([...place.sensitive, ...ready.tool.sensitiveFields])];
  const journal = openJournal(ready.ctx, place);
  const startedAt = run.startedAt ?? host.clock.now();
  // Unless a dead process left it behind, a run that somebody works on belongs to nobody else, not even to this process.
  const taken = run.startedAt
    ? await journal.append('tool.resumed', {}, { fromWorkerId: from ?? NO_ID })
    : await journal.append('tool.started', beginningOf(ready), { at: startedAt });
  if (!taken.accepted) return;
  await performRun(ready.ctx, { ...ready, place, journal, startedAt, signal });
}

/** A run ended without having been worked on here: whoever waits for it goes on. */
export async function noteEnded(host: House, { tenantId, runId }: Take): Promise<void> {
  const house = await houseContext(host, tenantId);
  const head = house && (await house.db.runHead.findFirst({ where: { id: runId }, select: { parentRunId: true } }));
  if (house && head?.parentRunId) await resumeParent(house, tenantId, head.parentRunId);
}
