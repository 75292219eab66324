import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, readLine, start, waitUntil } from './process-kit.ts';
import { authorHit, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { ask, get } from './wire-client.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream();
});
afterAll(cleanUp);

const RUNS = '{ toolRuns(filter: { toolSlug: "hit" }) { edges { node { status endedAt output error { code } } } } }';

async function openHouse() {
  const settings = { DATA_DIR: makeFolder(), ...upstream.settings };
  const running = await start(settings);
  const key = readLine(settings.DATA_DIR, 'owner.key');
  await authorHit(running.url, key, upstream);
  return {
    running,
    call: (word: string, mode: string) =>
      ask(running.url, { key }, EXECUTE, { input: { slug: 'hit', input: { word }, mode } }),
    /** What a later process finds. */
    async find() {
      const again = await start(settings);
      const { toolRuns } = await get(again.url, { key }, RUNS);
      await again.stop();
      return toolRuns.edges.map(({ node }: { node: object }) => node);
    },
  };
}

it('a run that ends soon after the process was told to stop is answered and kept', async () => {
  const house = await openHouse();
  const answer = house.call('held-short', 'WAIT');
  await house.call('held-short-queued', 'ASYNC');
  const begun = () => upstream.of('held-short') === 1 && upstream.of('held-short-queued') === 1;
  await waitUntil(begun, 15_000);
  house.running.signal('SIGTERM');
  await sleep(1_000);
  upstream.release();
  expect((await answer).data.executeTool.run).toMatchObject({ status: 'SUCCESS', output: { word: 'held-short' } });
  expect(await house.running.ended).toEqual({ code: 0, signal: null });
  expect(await house.find()).toMatchObject([
    { status: 'SUCCESS', output: { word: 'held-short-queued' } },
    { status: 'SUCCESS', output: { word: 'held-short' } },
  ]);
}, 180_000);

it('a run that does not end in time is stopped: its caller is told, and the log, before the process is gone', async () => {
  const house = await openHouse();
  const words = ['held-long', 'held-long-queued'];
  const answer = house.call('held-long', 'WAIT');
  await house.call('held-long-queued', 'ASYNC');
  await waitUntil(() => words.every((word) => upstream.of(word) === 1), 15_000);
  const signalledAt = performance.now();
  expect(await house.running.stop()).toEqual({ code: 0, signal: null });
  const stoppedAt = Date.now();
  expect(performance.now() - signalledAt).toBeLessThan(10_000);
  expect((await answer).data.executeTool.error.code).toBe('OUTCOME_UNKNOWN');
  await waitUntil(() => words.every(upstream.wasCut), 2_000);

  const runs = await house.find();
  expect(runs).toHaveLength(2);
  for (const run of runs) {
    expect(run).toMatchObject({ status: 'ERROR', error: { code: 'OUTCOME_UNKNOWN' } });
    expect(Date.parse(run.endedAt)).toBeLessThanOrEqual(stoppedAt);
  }
  expect(words.map(upstream.of)).toEqual([1, 1]);
}, 180_000);
