import { openSessionLog } from '../src/features/sessions/open-session-log.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { MIGRATIONS } from '../src/platform/database-test-server.ts';
import { newId } from '../src/platform/ids.ts';
import { openLive } from '../src/platform/live.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import type { Append } from '../src/toolkit/event-log.ts';
import { openPlainGroupCommit, type PlainEvent } from './baselines/group-commit.ts';
import { openBenchPostgres } from './crib-process.ts';
import { measureInTurns, median, ROUNDS, SLICE_MS } from './measure.ts';
import { type Bench, round } from './report.ts';

const CALLERS = 64;
const PLAIN = 'node-pg group commit, nothing but inserts';
const PAYLOAD = { text: 'The quick brown fox jumps over the lazy dog. '.repeat(3) };

type Append1 = (caller: number) => Promise<unknown>;

const actor = { kind: 'apiKey', id: newId(), label: 'Bench' };

/** Appends of one event: each caller to a session of its own, or all of them to one. */
async function waysOf(database: Database): Promise<{ own: Append1; hot: Append1; close(): Promise<void> }> {
  await migrate(database.owner, MIGRATIONS);
  const tenantId = newId();
  await database.system.tenant.create({ data: { id: tenantId, slug: 'bench', name: 'Bench' } });
  const silent = createLog('silent');
  const live = await openLive(
    database.kind === 'postgres' ? { kind: 'postgres', database, log: silent } : { kind: 'memory' },
  );
  const log = openSessionLog({ database, system: database.system, live, clock: systemClock });
  const append = async (sessionId: string, opens?: Append['opens']) => {
    const events = [{ type: 'progress' as const, payload: PAYLOAD }];
    const { accepted } = await log.append({ tenantId, sessionId, actor, from: { source: 'api' }, opens, events });
    if (!accepted) throw new Error('An event was refused.');
  };
  const sessions = Array.from({ length: CALLERS + 1 }, newId);
  for (const id of sessions) await append(id, { kind: 'tool', title: 'Bench' });
  return {
    own: (caller) => append(sessions[caller]!),
    hot: () => append(sessions[CALLERS]!),
    async close() {
      await log.close();
      await live.close();
      await database.close();
    },
  };
}

function plainEvent(session_id: string, seq: number): PlainEvent {
  return {
    id: newId(),
    tenant_id: actor.id,
    session_id,
    seq,
    pos: seq,
    type: 'progress',
    tool_slug: null,
    run_id: null,
    parent_run_id: null,
    step_id: null,
    source: 'api',
    sub_source: null,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_label: actor.label,
    worker_id: null,
    test: false,
    payload: JSON.stringify(PAYLOAD),
    created_at: new Date(),
    hash: Buffer.alloc(32),
  };
}

/** Appends a second, with all callers at it for one slice; each waits until its event is durable. */
async function measure(append: Append1, latencies: number[]): Promise<number> {
  const begun = performance.now();
  let events = 0;
  const call = async (_: unknown, caller: number) => {
    while (performance.now() - begun < SLICE_MS) {
      const askedAt = performance.now();
      await append(caller);
      latencies.push(performance.now() - askedAt);
      events += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return (events * 1_000) / (performance.now() - begun);
}

/** B3: our log (numbers, chain, states, one order per tenant) beside the same rows thrown into a table together. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const closing: (() => Promise<void>)[] = [];
    try {
      const appends: Record<string, Append1> = {};
      if (postgres) {
        const plain = await openPlainGroupCommit(await postgres.createDatabase('plain'));
        closing.push(plain.close);
        const sessions = Array.from({ length: CALLERS }, newId);
        let seq = 0;
        appends[PLAIN] = (caller) => plain.add(plainEvent(sessions[caller]!, ++seq));
      }
      const kinds = { ...(postgres && { PostgreSQL: await postgres.createDatabase('log') }), embedded: undefined };
      for (const [kind, url] of Object.entries(kinds)) {
        const { own, hot, close } = await waysOf(await openDatabase({ url, folder: null, poolSize: 10 }));
        closing.push(close);
        appends[`ours, ${kind}, own sessions`] = own;
        appends[`ours, ${kind}, one hot session`] = hot;
      }
      const latencies = new Map(Object.keys(appends).map((name) => [name, [] as number[]]));
      const ways = Object.entries(appends).map(([name, append]) => {
        return [name, () => measure(append, latencies.get(name)!)] as const;
      });
      const rates = await measureInTurns(Object.fromEntries(ways));
      const rows = [...rates].map(([way, rate]) => ({
        way,
        'events/s': round(rate),
        'p50 ms': round(median(latencies.get(way)!), 1),
        '× node-pg': postgres ? round(rate / rates.get(PLAIN)!, 2) : '—',
      }));
      return [{ title: `B3 event append, ${CALLERS} callers, median of ${ROUNDS} rounds`, rows }];
    } finally {
      for (const close of closing) await close();
      await postgres?.close();
    }
  },
};
