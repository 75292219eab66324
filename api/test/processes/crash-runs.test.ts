import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLongRunDatabase } from './private-postgres.ts';
import { cleanUp, makeFolder, type Running, readLine, type Settings, start, waitUntil } from './process-kit.ts';
import { author, authorHit, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { ask, get, readAll } from './wire-client.ts';

const KILLS = Math.max(5, Number(process.env.SOAK_KILLS ?? 5));
const WRITERS = 8;
/** Lease, and what it may take beyond. */
const PROMISED_MS = 20_000;

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream();
});
afterAll(cleanUp);

type Run = { id: string; status: string; output: unknown; error: { code: string } | null };
type House = { dataDir: string; key: string; running: Running; start(more?: Settings): Promise<Running> };

/** A process with the tool `hit` in it. */
async function openHouse(more: Settings = {}): Promise<House> {
  const dataDir = makeFolder();
  const database = await openLongRunDatabase('crash');
  const begin = (settings: Settings = {}) =>
    start({ DATA_DIR: dataDir, ...upstream.settings, ...database, ...settings });
  const running = await begin(more);
  const key = readLine(dataDir, 'owner.key');
  await authorHit(running.url, key, upstream);
  return { dataDir, key, running, start: begin };
}

const call = (url: string, key: string, slug: string, word: string, more: object = {}, agent?: http.Agent) =>
  ask(url, { key }, EXECUTE, { input: { slug, input: { word }, ...more } }, agent);
/** For calls that are not expected to be answered. */
const callInVain = (...args: Parameters<typeof call>) => void call(...args).catch(() => {});

const RUNS = `query($slug: String!, $after: String) {
  toolRuns(first: 100, after: $after, filter: { toolSlug: $slug, includeSteps: true }) {
    pageInfo { hasNextPage endCursor } edges { node { id status output error { code } } } } }`;
const runsOf = (url: string, key: string, slug: string) => readAll<Run>(url, { key }, RUNS, { slug });

const isOver = ({ status }: Run) => status !== 'RUNNING';
async function untilAllOver(url: string, key: string, slug: string): Promise<Run[]> {
  let runs: Run[] = [];
  await waitUntil(
    async () => {
      runs = await runsOf(url, key, slug);
      return runs.every(isOver);
    },
    PROMISED_MS,
    () => JSON.stringify(runs.filter((run) => !isOver(run))),
  );
  return runs;
}

describe('a process that is killed', () => {
  it('while a tool calls out: the run ends as unknown and is not made again', async () => {
    const house = await openHouse();
    const words = ['held-waited', 'held-queued'];
    callInVain(house.running.url, house.key, 'hit', words[0]!);
    await call(house.running.url, house.key, 'hit', words[1]!, { mode: 'ASYNC' });
    await waitUntil(() => words.every((word) => upstream.of(word) === 1), 15_000);
    await house.running.kill();
    const again = await house.start();
    const runs = await untilAllOver(again.url, house.key, 'hit');
    expect(runs.map(({ status, error }) => [status, error?.code])).toEqual(Array(2).fill(['ERROR', 'OUTCOME_UNKNOWN']));
    await sleep(4_000);
    expect(words.map(upstream.of)).toEqual([1, 1]);
    await again.stop();
  }, 180_000);

  it('before a call that nobody waits for was begun: it is made once by the next', async () => {
    const house = await openHouse({ WORKER: 'off' });
    const words = Array.from({ length: 5 }, (_, at) => `later-${at}`);
    for (const word of words) {
      const { data } = await call(house.running.url, house.key, 'hit', word, { mode: 'ASYNC' });
      expect(data.executeTool.run.status).toBe('RUNNING');
    }
    await house.running.kill();
    expect(words.map(upstream.of)).toEqual([0, 0, 0, 0, 0]);
    const again = await house.start();
    const runs = await untilAllOver(again.url, house.key, 'hit');
    expect(runs.map(({ status }) => status)).toEqual(Array(5).fill('SUCCESS'));
    expect(words.map(upstream.of)).toEqual([1, 1, 1, 1, 1]);
    await again.stop();
  }, 180_000);

  it('in the middle of a composition: it goes on after the last step that ended', async () => {
    const house = await openHouse();
    let { running } = house;
    const between = Array.from({ length: 12 }, (_, at) => ({
      id: `pause${at}`,
      toolSlug: 'pause',
      inputMap: { word: '{{input.word}}' },
    }));
    const hit = (id: string) => ({ id, toolSlug: 'hit', inputMap: { word: `{{input.word}}-${id}` } });
    await author(running.url, house.key, 'pause', { kind: 'static', output: { paused: true } });
    await author(running.url, house.key, 'walk', {
      kind: 'composition',
      steps: [hit('first'), ...between, hit('last')],
      output: { last: '{{steps.last.output.word}}' },
    });
    const words = ['walk-a', 'walk-b', 'walk-c'];
    for (const word of words) {
      const { data } = await call(running.url, house.key, 'walk', word, { mode: 'ASYNC' });
      const finished = () => get(running.url, { key: house.key }, RUN_STEPS, { id: data.executeTool.run.id });
      await waitUntil(async () => (await finished()).toolRun.children.length > 1, 15_000);
      await running.kill();
      running = await house.start();
    }
    const walks = await untilAllOver(running.url, house.key, 'walk');
    expect(walks.map(({ status, output }) => [status, output])).toEqual(
      words.toReversed().map((word) => ['SUCCESS', { last: `${word}-last` }]),
    );
    for (const word of words) expect([upstream.of(`${word}-first`), upstream.of(`${word}-last`)]).toEqual([1, 1]);
    await running.stop();
  }, 240_000);
});

const RUN_STEPS = 'query($id: ID!) { toolRun(id: $id) { status children { stepId status } } }';

type Told = { word: string; run?: Run; mode: string };

/** Calls until the process is gone. What was asked for is noted before, what was answered after. */
async function callOn(url: string, key: string, prefix: string, told: Told[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let count = 0; ; count++) {
      const entry: Told = { word: `${prefix}-${count}`, mode: count % 2 === 0 ? 'WAIT' : 'ASYNC' };
      told.push(entry);
      const more = { mode: entry.mode, idempotencyKey: entry.word };
      const { data } = await call(url, key, 'hit', entry.word, more, agent);
      entry.run = data.executeTool.run;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    agent.destroy();
  }
}

it(
  `loses no acknowledged run and makes no call twice when it is killed ${KILLS} times under load`,
  async () => {
    const house = await openHouse();
    const all: Told[] = [];
    let { running } = house;
    for (let kill = 0; kill < KILLS; kill++) {
      const told: Told[] = [];
      const calling = Array.from({ length: WRITERS }, (_, at) =>
        callOn(running.url, house.key, `k${kill}w${at}`, told),
      );
      await waitUntil(() => told.filter(({ run }) => run).length > 2 * WRITERS, 30_000);
      await sleep(Math.random() * 300);
      await running.kill();
      await Promise.all(calling);
      all.push(...told);
      running = await house.start();
      // Whoever got no answer asks again, with the same key.
      for (const entry of told.filter(({ run }) => !run)) {
        const more = { mode: entry.mode, idempotencyKey: entry.word };
        entry.run = (await call(running.url, house.key, 'hit', entry.word, more)).data.executeTool.run;
      }
    }
    const runs = new Map((await untilAllOver(running.url, house.key, 'hit')).map((run) => [run.id, run]));
    expect(runs.size).toBe(all.length);
    expect(all.filter(({ run }) => !runs.has(run!.id))).toEqual([]);
    expect(all.filter(({ word }) => upstream.of(word) > 1)).toEqual([]);
    for (const { word, run, mode } of all) {
      const now = runs.get(run!.id)!;
      if (mode === 'WAIT') expect(run).toMatchObject(now);
      if (now.status === 'SUCCESS') expect(upstream.of(word)).toBe(1);
      else expect(now).toMatchObject({ status: 'ERROR', error: { code: 'OUTCOME_UNKNOWN' } });
    }
    await running.stop();
  },
  60_000 + KILLS * 20_000,
);
