import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanUp, makeFolder, readLine, start, waitUntil } from '../test/processes/process-kit.ts';
import { author } from '../test/processes/upstream.ts';
import { follow, get } from '../test/processes/wire-client.ts';
import { openBenchPostgres } from './crib-process.ts';
import { residentMegabytes } from './process-usage.ts';
import { type Bench, type Row, round } from './report.ts';

const PAUSED = { postgres: 10_000, embedded: 2_000 };
const CALLERS = 16;
const ONE_BY_ONE = 200;
const BULK = 100;
const BETWEEN_MS = 20;
const IDLE_MS = 5_000;

const NEW_KEY = `mutation { createApiKey(input: { name: "bench", role: "member", actsForAgent: true }) { secret } }`;
const CALL = `mutation { executeTool(input: { slug: "gated", input: { word: "x" } }) { run { status approval { id } } } }`;
const DECIDE = `mutation($id: ID!) { decideApproval(input: { id: $id, decision: APPROVE }) { approval { status } } }`;
const DECIDE_ALL = `mutation($ids: [ID!]!) { decideApprovals(input: { ids: $ids, decision: APPROVE }) { results { code } } }`;
const FOLLOW =
  'subscription { toolEvents(filter: { types: ["tool.approved", "tool.started"] }) { type runId createdAt } }';

type Heard = { toolEvents: { type: string; runId: string; createdAt: string } };

/** How long each run took from the decision to its start, in the order of the decisions. */
function waitsOf(heard: readonly unknown[]): number[] {
  const approved = new Map<string, number>();
  const waits: number[] = [];
  for (const { toolEvents } of heard as Heard[]) {
    const at = Date.parse(toolEvents.createdAt);
    if (toolEvents.type === 'tool.approved') approved.set(toolEvents.runId, at);
    else waits.push(at - approved.get(toolEvents.runId)!);
  }
  return waits;
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

const costOf = (pid: number) => ({
  megabytes: residentMegabytes(pid),
  handles: readdirSync(`/proc/${pid}/fd`).length,
});

/** Pauses many runs, looks what they cost a process that comes after, then approves some one by one, the rest in bulk. */
async function measure(name: string, paused: number, settings: Record<string, string>): Promise<Row> {
  const dataDir = makeFolder();
  const begin = () => start({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings });
  const first = await begin();
  const key = readLine(dataDir, 'owner.key');
  await author(first.url, key, 'gated', { kind: 'static', output: {} }, { permissionPolicy: 'ALWAYS_ASK' });
  const machine = { key: (await get(first.url, { key }, NEW_KEY)).createApiKey.secret as string };
  await first.stop();
  const second = await begin();
  await sleep(IDLE_MS);
  const without = costOf(second.pid);
  const approvals: string[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (approvals.length + CALLERS <= paused)
        approvals.push((await get(second.url, machine, CALL)).executeTool.run.approval.id);
    }),
  );
  await second.stop();
  const running = await begin();
  await sleep(IDLE_MS);
  const withThem = costOf(running.pid);
  const { url } = running;

  const line = follow(url, { key }, FOLLOW);
  await line.connected;
  await sleep(500);
  const isHeard = (count: number) => () => line.heard.length >= 2 * count;
  for (const id of approvals.slice(0, ONE_BY_ONE)) {
    await get(url, { key }, DECIDE, { id });
    await sleep(BETWEEN_MS);
  }
  await waitUntil(isHeard(ONE_BY_ONE), 60_000);
  const alone = waitsOf(line.heard);

  const startedAt = performance.now();
  for (let at = ONE_BY_ONE; at < approvals.length; at += BULK)
    await get(url, { key }, DECIDE_ALL, { ids: approvals.slice(at, at + BULK) });
  await waitUntil(isHeard(approvals.length), 600_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const bulk = waitsOf(line.heard).slice(ONE_BY_ONE);
  line.end();
  await running.stop();
  return {
    database: name,
    paused: approvals.length,
    'handles more': withThem.handles - without.handles,
    'kB resident each': round(((withThem.megabytes - without.megabytes) * 1_024) / approvals.length, 2),
    'decision to start p50 ms': round(quantile(alone, 0.5)),
    'p99 ms': round(quantile(alone, 0.99)),
    'bulk p99 ms': round(quantile(bulk, 0.99)),
    'bulk runs/s': round(bulk.length / seconds),
  };
}

export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    try {
      const rows = [await measure('embedded', PAUSED.embedded, {})];
      if (postgres)
        rows.push(
          await measure('PostgreSQL', PAUSED.postgres, { DATABASE_URL: await postgres.createDatabase('gate') }),
        );
      return [{ title: 'B7 approvals: what waiting costs, and how soon an approved call starts', rows }];
    } finally {
      await cleanUp();
      await postgres?.close();
    }
  },
};
