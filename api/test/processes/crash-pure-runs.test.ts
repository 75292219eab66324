import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLongRunDatabase } from './private-postgres.ts';
import { cleanUp, makeFolder, readLine, start, waitUntil } from './process-kit.ts';
import { author, authorHit, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { ask, get, readAll } from './wire-client.ts';

/** How often the process ends under load: killed, and each third time asked to stop. */
const ENDS = Math.max(3, Number(process.env.SOAK_KILLS ?? 3));
const WRITERS = 8;
/** Lease, and what it may take beyond. */
const PROMISED_MS = 20_000;

const DOUBLE = { kind: 'compute', operation: 'evaluate', expression: '{{input.value}} * 2' };
const VALUE = { name: 'value', label: 'Value', type: 'number', required: true };
const RUNS = `query($slug: String!, $after: String) { toolRuns(first: 100, after: $after, filter: { toolSlug: $slug }) {
  pageInfo { hasNextPage endCursor } edges { node { id sessionId status output error { code } } } } }`;
const VERIFY = 'query($id: ID!) { verifySession(id: $id) { intact events brokenSeq } }';

type Run = { id: string; sessionId: string; status: string; output: unknown; error: { code: string } | null };
/** What was asked for, and what was answered, if anything was. */
type Told = { slug: string; input: object; idempotencyKey?: string; sessionId?: string; run?: Run; output: unknown };

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream();
});
afterAll(cleanUp);

/** In turns: without a key, when nothing is written before the end; with one; and with an effect. */
function callAt(count: number, name: string): Told {
  if (count % 3 === 2) return { slug: 'hit', input: { word: name }, idempotencyKey: name, output: { word: name } };
  const key = count % 3 === 1 ? { idempotencyKey: name } : {};
  return { slug: 'double', input: { value: count }, ...key, output: 2 * count };
}

async function call(url: string, key: string, told: Told, agent?: http.Agent): Promise<Run | undefined> {
  const { slug, input, idempotencyKey, sessionId } = told;
  const { data } = await ask(url, { key }, EXECUTE, { input: { slug, input, idempotencyKey, sessionId } }, agent);
  return data?.executeTool.run;
}

/** Calls until the process is gone or takes no more, in a session of its own. */
async function callOn(url: string, key: string, name: string, told: Told[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let sessionId: string | undefined;
  try {
    for (let count = 0; ; count++) {
      const entry: Told = { ...callAt(count, `${name}-${count}`), sessionId };
      told.push(entry);
      entry.run = await call(url, key, entry, agent);
      if (!entry.run) return;
      sessionId ??= entry.run.sessionId;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    agent.destroy();
  }
}

it(
  `calls without effects are as safe as others when the process is killed or stopped ${ENDS} times under load`,
  async () => {
    const settings = { DATA_DIR: makeFolder(), ...upstream.settings, ...(await openLongRunDatabase('pure')) };
    let running = await start(settings);
    const key = readLine(settings.DATA_DIR, 'owner.key');
    await authorHit(running.url, key, upstream);
    await author(running.url, key, 'double', DOUBLE, { fields: [VALUE] });

    const all: Told[] = [];
    for (let end = 0; end < ENDS; end++) {
      const told: Told[] = [];
      const calling = Array.from({ length: WRITERS }, (_, at) => callOn(running.url, key, `e${end}w${at}`, told));
      await waitUntil(() => told.filter(({ run }) => run).length > 6 * WRITERS, 30_000, running.output);
      await sleep(Math.random() * 200);
      if (end % 3 === 1) expect(await running.stop()).toEqual({ code: 0, signal: null });
      else await running.kill();
      await Promise.all(calling);
      all.push(...told);
      running = await start(settings);
    }
    const runsOf = (slug: string) => readAll<Run>(running.url, { key }, RUNS, { slug });
    let [doubles, hits]: Run[][] = [];
    const open = () => [...doubles!, ...hits!].filter(({ status }) => status === 'RUNNING');
    await waitUntil(
      async () => {
        [doubles, hits] = [await runsOf('double'), await runsOf('hit')];
        return open().length === 0;
      },
      PROMISED_MS,
      () => JSON.stringify(open()),
    );
    // What has no effect is never left in doubt.
    expect(doubles!.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
    expect(hits!.filter(({ status, error }) => status !== 'SUCCESS' && error?.code !== 'OUTCOME_UNKNOWN')).toEqual([]);
    const found = new Map([...doubles!, ...hits!].map((run) => [run.id, run]));
    for (const { run, output } of all.filter((entry) => entry.run)) {
      expect(run).toMatchObject({ status: 'SUCCESS', output });
      expect(found.get(run!.id)).toEqual(run);
    }
    const keyed = all.filter(({ idempotencyKey }) => idempotencyKey);
    for (const entry of keyed) {
      const again = await call(running.url, key, entry);
      if (entry.run) expect(again).toEqual(entry.run);
      if (entry.slug === 'double') expect(again).toMatchObject({ status: 'SUCCESS', output: entry.output });
      else expect(upstream.of(entry.idempotencyKey!)).toBeLessThanOrEqual(1);
    }
    for (const id of new Set([...found.values()].map(({ sessionId }) => sessionId))) {
      const { verifySession } = await get(running.url, { key }, VERIFY, { id });
      expect(verifySession).toMatchObject({ intact: true, brokenSeq: null });
    }
    await running.stop();
  },
  60_000 + ENDS * 20_000,
);
