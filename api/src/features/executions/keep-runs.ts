import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#access/context.ts';
import { type House, houseContext } from '#features/tenancy/house-context.ts';
import type { Database } from '#platform/database.ts';
import type { Live } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Queue } from '#platform/queue.ts';
import { runnerKindOf } from '#toolkit/resolved-tool.ts';
import type { RunEngine } from '#toolkit/run-engine.ts';
import type { RunError } from '#toolkit/tool-result.ts';
import { auditRuns } from './audit-runs.ts';
import { OUTCOME_UNKNOWN, RunAborted } from './never-throw.ts';
import { readRun } from './read-runs.ts';
import type { Run } from './run-fold.ts';
import { openJournal } from './run-journal.ts';
import { placeOfRun } from './take-run.ts';

const BEAT_MS = 3_000;
const STOP_MS = 2_000;
const WATCH_MS = 1_000;
/** A process that was not seen for this long is dead. */
const LEASE_SECONDS = 15;
/** A run that waits in the queue longer than this may have lost its job. */
const QUEUED_SECONDS = 10;
const BATCH = 200;

/** Newest first: a run that is taken up again may wait for the steps it began, so those must not queue behind it. */
const FIND_ORPHANS = `
  SELECT r.tenant_id, r.id, r.worker_id FROM run_heads r LEFT JOIN process_leases p ON p.id = r.worker_id
  WHERE r.state = 'running' AND (p.id IS NULL OR p.seen_at < now() - make_interval(secs => ${LEASE_SECONDS}))
  ORDER BY r.id DESC LIMIT ${BATCH}`;
const FIND_QUEUED = `
  SELECT tenant_id, id FROM run_heads
  WHERE state IN ('queued', 'approved') AND created_at < now() - make_interval(secs => ${QUEUED_SECONDS}) LIMIT ${BATCH}`;
const FIND_OWN = "SELECT tenant_id, id, worker_id FROM run_heads WHERE worker_id = $1 AND state = 'running'";
const FIND_PAUSED = `
  SELECT r.tenant_id, r.id FROM run_heads r
  WHERE r.state = 'paused' AND NOT EXISTS (SELECT 1 FROM run_heads c
    WHERE c.tenant_id = r.tenant_id AND c.parent_run_id = r.id AND c.state <> 'ended') LIMIT ${BATCH}`;
const BEAT = `
  INSERT INTO process_leases (id, started_at, seen_at) VALUES ($1, now(), now())
  ON CONFLICT (id) DO UPDATE SET seen_at = now()`;

type Options = {
  database: Database;
  live: Live;
  queue: Queue;
  log: Log;
  engine: RunEngine<Context>;
  host: House;
};

const NOT_BEGUN: RunError = {
  code: 'UNAVAILABLE',
  message: 'The database was away when this call was to begin, so it was not started. Call it again.',
  retryable: true,
};

type Orphan = { tenant_id: string; id: string; worker_id: string };

/** Sees to it that no run is left behind: says that this process lives, and looks after what dead ones were doing. */
export function keepRuns({ database, live, queue, log, engine, host }: Options) {
  const { workerId, running } = engine;
  const { owner } = database;
  const timers: NodeJS.Timeout[] = [];
  let isClosed = false;

  const stopListening = live.listen((bell) => {
    if (bell.model === 'RunCancelled') running.abort(bell.id, new RunAborted('cancelled'));
  });

  let forsaken = new Set<string>();

  /**
   * A bell may be missed, so what others ended is also looked up. And where the database was away too long, a run of ours
   * may be in the log that nobody works on; for a moment those that begin or end look the same, so it takes two looks.
   */
  async function watchOwn(): Promise<void> {
    const mine = new Set(running.written());
    const { rows } = await owner.query<Orphan>(FIND_OWN, [workerId]);
    const open = new Set(rows.map((row) => row.id));
    for (const id of mine) if (!open.has(id)) running.abort(id, new RunAborted('cancelled'));
    for (const id of running.ids()) mine.add(id);
    const idle = rows.filter((row) => !mine.has(row.id));
    await lookAfterAll(idle.filter((row) => forsaken.has(row.id)));
    forsaken = new Set(idle.map((row) => row.id));
  }

  async function isRetrySafe(tenantId: string, slug: string): Promise<boolean> {
    const ctx = await houseContext(host, tenantId);
    const tool = ctx && (await ctx.tools.of(tenantId)).find(slug);
    if (!tool) return false;
    const { definition, executionSpec: spec } = tool;
    if (definition) return definition.retrySafe ?? definition.pure ?? false;
    return (spec && engine.runners.get(runnerKindOf(spec))?.retrySafe(spec)) ?? false;
  }

  /**
   * Whether the caller of a composition was told that it could not be made: this very process lives and has begun no step
   * of it, so all that came into the log is its beginning, after the answer.
   */
  async function wasRefused(house: Context, { id, toolSlug, tenantId }: Run, from: string): Promise<boolean> {
    if (from !== workerId) return false;
    const tool = (await house.tools.of(tenantId)).find(toolSlug);
    if (tool?.executionSpec?.kind !== 'composition') return false;
    return (await house.db.runHead.count({ where: { parentRunId: id } })) === 0;
  }

  async function lookAfter({ tenant_id: tenantId, id, worker_id: from }: Orphan): Promise<void> {
    const house = await houseContext(host, tenantId);
    const run = house && (await readRun(house, id));
    if (!house || !run) return;
    const isRefused = await wasRefused(house, run, from);
    if (!isRefused && (await isRetrySafe(tenantId, run.toolSlug))) {
      await queue.enqueue('run.resume', { tenantId, runId: id, from }, { key: id });
      return;
    }
    const journal = openJournal(house, placeOfRun(run));
    const error = isRefused ? NOT_BEGUN : OUTCOME_UNKNOWN;
    const { accepted } = await journal.append('tool.failed', { error }, { fromWorkerId: from });
    if (accepted) log.warn({ run: id, tool: run.toolSlug }, 'a run was left behind');
  }

  /** One that cannot be helped does not keep the others waiting. */
  async function lookAfterAll(orphans: readonly Orphan[]): Promise<void> {
    const failed = (orphan: Orphan) => (error: unknown) =>
      log.warn({ err: error, run: orphan.id }, 'a run that was left behind could not be looked after');
    for (const orphan of orphans) await lookAfter(orphan).catch(failed(orphan));
  }

  async function look(): Promise<void> {
    const orphans = await owner.query<Orphan>(FIND_ORPHANS);
    await lookAfterAll(orphans.rows);
    const queued = await owner.query<{ tenant_id: string; id: string }>(FIND_QUEUED);
    for (const { tenant_id: tenantId, id } of queued.rows)
      await queue.enqueue('run.start', { tenantId, runId: id }, { key: id });
    const paused = await owner.query<{ tenant_id: string; id: string }>(FIND_PAUSED);
    for (const { tenant_id: tenantId, id } of paused.rows)
      await queue.enqueue('run.resume', { tenantId, runId: id }, { key: id });
  }

  /** Never two at a time; a database that is away is tried again with the next turn. */
  function every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy || isClosed) return;
      isBusy = true;
      work()
        .catch((error) => log.warn({ err: error }, 'runs could not be looked after'))
        .finally(() => {
          isBusy = false;
        });
    }, ms);
    timer.unref();
    timers.push(timer);
  }

  /** Ends what runs here. It may have had an effect, and nobody can tell. */
  const stopAll = () => {
    for (const id of running.ids()) running.abort(id, new RunAborted(OUTCOME_UNKNOWN));
  };

  const beat = async () => void (await owner.query(BEAT, [workerId]));
  return {
    async start(): Promise<void> {
      // The embedded database belongs to one process at a time, so all others are dead.
      if (database.kind === 'embedded') await owner.query('DELETE FROM process_leases WHERE id <> $1', [workerId]);
      await beat();
      every(BEAT_MS, beat);
      every(WATCH_MS, watchOwn);
      every(BEAT_MS, look);
      every(WATCH_MS, () => auditRuns(owner));
      await look();
    },
    stopAll,
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      stopListening();
      stopAll();
      const deadline = performance.now() + STOP_MS;
      while (running.ids().length > 0 && performance.now() < deadline) await sleep(20);
    },
    /** After the last event was written. */
    async release(): Promise<void> {
      await owner.query('DELETE FROM process_leases WHERE id = $1', [workerId]);
    },
  };
}
