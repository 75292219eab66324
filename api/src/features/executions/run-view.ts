import type { Context } from '#access/context.ts';
import { actorOf, tenantIdOf } from '#access/viewer.ts';
import { visibleApprovals } from '#features/approvals/find-approvals.ts';
import { findRedaction, redactError } from '#features/sessions/hidden-fields.ts';
import type { Prisma, RunHead } from '#generated/prisma/client.ts';
import { batchBy, batchManyBy } from '#graphql/batch.ts';
import { maskFields, maskOutput } from '#toolkit/sensitive-fields.ts';
import { readRunEvents, visibleRuns } from './read-runs.ts';
import { foldRun, type Run, type RunStatus } from './run-fold.ts';

type Summary = Omit<Run, 'input' | 'output' | 'error' | 'streamed' | 'sensitive'>;
/** A run as it is shown: what lists need at once, and the rest when somebody asks. `whole` is the answer to the caller itself, which nothing is hidden from. */
export type RunView = Summary & { errorCode: string | null; whole?: Run };

const STATES: Record<RunStatus, Prisma.RunHeadWhereInput> = {
  RUNNING: { state: { in: ['queued', 'approved', 'running'] } },
  WAITING: { state: { in: ['waiting', 'paused'] } },
  SUCCESS: { outcome: 'success' },
  ERROR: { outcome: 'error' },
  CANCELLED: { outcome: 'cancelled' },
};

export const whereStatus = (status: RunStatus): Prisma.RunHeadWhereInput => STATES[status];

function statusOf({ state, outcome }: RunHead): RunStatus {
  if (state === 'waiting' || state === 'paused') return 'WAITING';
  if (outcome === 'success') return 'SUCCESS';
  if (outcome === 'error') return 'ERROR';
  return outcome === 'cancelled' ? 'CANCELLED' : 'RUNNING';
}

export function viewOfHead(head: RunHead): RunView {
  const { state: _state, outcome: _outcome, workerId: _worker, ...rest } = head;
  return { ...rest, source: head.source as Run['source'], status: statusOf(head) };
}

export function viewOfRun(run: Run): RunView {
  const { input: _input, output: _output, error: _error, streamed: _streamed, sensitive: _sensitive, ...summary } = run;
  return { ...summary, errorCode: run.error?.code ?? null, whole: run };
}

/** A run as the answer to a call. Others who send the same under the same key see it as histories do. */
export function answerOfCall(ctx: Context, run: Run): RunView {
  const { kind, id } = actorOf(ctx.viewer);
  const view = viewOfRun(run);
  return run.actorKind === kind && run.actorId === id ? view : { ...view, whole: undefined };
}

/** What a tool calls sensitive is hidden where it was given by its name, and in what the tool told also by its value. */
async function hide(ctx: Context, run: Run, names: readonly string[]): Promise<Run> {
  if (names.length === 0) return run;
  const redaction = await findRedaction(ctx, run.id);
  return {
    ...run,
    input: maskFields(run.input, names),
    output: redaction.value(maskOutput(run.output, names)),
    error: redactError(run.error, redaction),
    streamed: run.streamed && redaction.text(run.streamed),
  };
}

const findWhole = batchBy<string, Run>(async (ctx, ids) => {
  const [events, shelf] = await Promise.all([readRunEvents(ctx, ids), ctx.tools.of(tenantIdOf(ctx.viewer))]);
  const runs = [...events.values()].map((own) => foldRun(own)!);
  const namesOf = ({ sensitive, toolSlug }: Run) => [...sensitive, ...(shelf.find(toolSlug)?.sensitiveFields ?? [])];
  const shown = await Promise.all(runs.map((run) => hide(ctx, run, namesOf(run))));
  return new Map(shown.map((run) => [run.id, run]));
});

/** All of a run, with what its tool calls sensitive hidden. */
export async function wholeRun(ctx: Context, view: RunView): Promise<Run | undefined> {
  return view.whole ?? findWhole(ctx, view.id);
}

/** Whoever sees an approval sees the run it is about. */
async function isSeenByApproval(ctx: Context, runId: string): Promise<boolean> {
  const where = { runId, AND: [await visibleApprovals(ctx)] };
  return (await ctx.db.approval.findFirst({ where, select: { id: true } })) !== null;
}

/** A run that the caller may see, for showing it. */
export async function findRunView(ctx: Context, runId: string): Promise<RunView | null> {
  const own = await ctx.db.runHead.findFirst({ where: { id: runId, ...visibleRuns(ctx) } });
  if (own) return viewOfHead(own);
  if (!(await isSeenByApproval(ctx, runId))) return null;
  const head = await ctx.db.runHead.findFirst({ where: { id: runId } });
  return head && viewOfHead(head);
}

/** The runs that others are made of, in their order. */
export const findChildren = batchManyBy(
  (ctx, parents: string[]) =>
    ctx.db.runHead.findMany({ where: { parentRunId: { in: parents } }, orderBy: { id: 'asc' } }),
  (head) => head.parentRunId!,
);

export const findRunHead = batchBy<string, RunHead>(async (ctx, ids) => {
  const heads = await ctx.db.runHead.findMany({ where: { id: { in: ids } } });
  return new Map(heads.map((head) => [head.id, head]));
});
