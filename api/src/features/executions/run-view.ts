import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import type { Prisma, RunHead } from '#generated/prisma/client.ts';
import { maskFields } from '#toolkit/sensitive-fields.ts';
import { readRunEvents, visibleRuns } from './read-runs.ts';
import { foldRun, type Run, type RunStatus } from './run-fold.ts';

type Summary = Omit<Run, 'input' | 'output' | 'error' | 'streamed'>;
/** A run as it is shown: what lists need at once, and the rest when somebody asks. `whole` is the answer to the caller itself, which nothing is hidden from. */
export type RunView = Summary & { whole?: Run };

const STATES: Record<RunStatus, Prisma.RunHeadWhereInput> = {
  RUNNING: { state: { in: ['queued', 'approved', 'running'] } },
  WAITING: { state: 'waiting' },
  SUCCESS: { outcome: 'success' },
  ERROR: { outcome: 'error' },
  CANCELLED: { outcome: 'cancelled' },
};

export const whereStatus = (status: RunStatus): Prisma.RunHeadWhereInput => STATES[status];

function statusOf({ state, outcome }: RunHead): RunStatus {
  if (state === 'waiting') return 'WAITING';
  if (outcome === 'success') return 'SUCCESS';
  if (outcome === 'error') return 'ERROR';
  return outcome === 'cancelled' ? 'CANCELLED' : 'RUNNING';
}

export function viewOfHead(head: RunHead): RunView {
  const { state: _state, outcome: _outcome, errorCode: _code, workerId: _worker, ...rest } = head;
  return { ...rest, source: head.source as Run['source'], status: statusOf(head) };
}

export function viewOfRun(run: Run): RunView {
  const { input: _input, output: _output, error: _error, streamed: _streamed, ...summary } = run;
  return { ...summary, whole: run };
}

type Batch = { ids: Set<string>; loaded: Promise<Map<string, Run>> };
const batches = new WeakMap<Context, Batch>();

async function load(ctx: Context, ids: Set<string>): Promise<Map<string, Run>> {
  // Whoever asks in the same moment is answered by the same query.
  await new Promise((resolve) => setImmediate(resolve));
  batches.delete(ctx);
  const [events, shelf] = await Promise.all([readRunEvents(ctx, [...ids]), ctx.tools.of(tenantIdOf(ctx.viewer))]);
  const runs = [...events.values()].map((own) => foldRun(own)!);
  const masked = runs.map((run): [string, Run] => {
    const hidden = shelf.find(run.toolSlug)?.sensitiveFields ?? [];
    return [run.id, { ...run, input: maskFields(run.input, hidden), output: maskFields(run.output, hidden) }];
  });
  return new Map(masked);
}

/** All of a run, with what its tool calls sensitive hidden. */
export async function wholeRun(ctx: Context, view: RunView): Promise<Run | undefined> {
  if (view.whole) return view.whole;
  let batch = batches.get(ctx);
  if (!batch) {
    const ids = new Set<string>();
    batch = { ids, loaded: load(ctx, ids) };
    batches.set(ctx, batch);
  }
  batch.ids.add(view.id);
  return (await batch.loaded).get(view.id);
}

/** A run that the caller may see, for showing it. */
export async function findRunView(ctx: Context, runId: string): Promise<RunView | null> {
  const head = await ctx.db.runHead.findFirst({ where: { id: runId, ...visibleRuns(ctx) } });
  return head && viewOfHead(head);
}
