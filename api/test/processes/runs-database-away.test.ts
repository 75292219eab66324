import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivatePostgres, postgresBinaries, startPostgres } from './private-postgres.ts';
import { cleanUp, makeFolder, type Running, readLine, start, waitUntil } from './process-kit.ts';
import { author, authorHit, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { ask, readAll } from './wire-client.ts';

/** P29 says 2 s; the rest is for a machine that is busy with other tests. */
const ANSWER_MS = 2_500;
const BACK_MS = 5_000;
/** Two looks of whoever looks after runs, on a busy machine. */
const TIDY_MS = 20_000;
const RUNS = `query($after: String) { toolRuns(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor } edges { node { id status input } } } }`;

type Run = { id: string; status: string; input: { word: string } };

afterAll(cleanUp);

// Without the programs of PostgreSQL this is reported as skipped.
describe.skipIf(!postgresBinaries)('calls of tools while PostgreSQL is away', () => {
  let postgres: PrivatePostgres;
  let upstream: Upstream;
  let running: Running;
  let key: string;
  const answered = new Map<string, Run>();

  beforeAll(async () => {
    [postgres, upstream] = [await startPostgres(), await openUpstream()];
    const DATA_DIR = makeFolder();
    running = await start({ DATA_DIR, DATABASE_URL: await postgres.createDatabase('away'), ...upstream.settings });
    key = readLine(DATA_DIR, 'owner.key');
    await authorHit(running.url, key, upstream);
    await author(running.url, key, 'say', { kind: 'static', output: { said: true } });
    await author(running.url, key, 'walk', {
      kind: 'composition',
      steps: [{ id: 'only', toolSlug: 'hit', inputMap: { word: '{{input.word}}' } }],
    });
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    await postgres?.close();
    await upstream?.close();
  }, 60_000);

  async function call(slug: string, word: string, more: object = {}) {
    const begunAt = performance.now();
    const { status, code, data } = await ask(running.url, { key }, EXECUTE, {
      input: { slug, input: { word }, ...more },
    });
    const run: Run | undefined = data?.executeTool?.run;
    if (run?.status === 'SUCCESS') answered.set(word, run);
    return { status, code, run, ms: performance.now() - begunAt };
  }

  /** Several at once: none may wait behind another. */
  async function expectUnavailable(name: string): Promise<void> {
    const answers = await Promise.all([
      call('say', `${name}-pure`),
      call('say', `${name}-keyed`, { idempotencyKey: `${name}-keyed` }),
      call('hit', `${name}-hit`),
      call('hit', `${name}-hit-keyed`, { idempotencyKey: `${name}-hit-keyed` }),
      call('hit', `${name}-queued`, { mode: 'ASYNC' }),
      call('walk', `${name}-walk`),
    ]);
    for (const { status, code, ms } of answers) {
      expect({ status, code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
      expect(ms).toBeLessThan(ANSWER_MS);
    }
  }

  /** Calls work again, and of those that were refused nothing was done, nor is any said to have worked. */
  async function expectBack(name: string): Promise<void> {
    let tries = 0;
    const works = async () => (await call('hit', `${name}-back-${++tries}`)).run?.status === 'SUCCESS';
    await waitUntil(works, BACK_MS, running.output);
    expect((await call('say', `${name}-back`)).run?.status).toBe('SUCCESS');
    let runs: Run[] = [];
    const isTidy = async () => {
      runs = await readAll<Run>(running.url, { key }, RUNS);
      return runs.every(({ status }) => status !== 'RUNNING');
    };
    await waitUntil(isTidy, TIDY_MS, () => JSON.stringify(runs));
    const worked = runs.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
    expect([...answered.values()].filter(({ id }) => !worked.includes(id))).toEqual([]);
    const refused = ['hit', 'hit-keyed', 'walk'].map((kind) => `${name}-${kind}`);
    expect(refused.filter((word) => upstream.of(word) > 0)).toEqual([]);
  }

  it('paused: are refused in time without an effect, and work again by themselves', async () => {
    postgres.pause();
    try {
      await expectUnavailable('paused');
      await sleep(2_000);
      await expectUnavailable('still-paused');
    } finally {
      postgres.resume();
    }
    await expectBack('paused');
    await expectBack('still-paused');
  }, 120_000);

  it('stopped: are refused in time without an effect, and work again by themselves', async () => {
    await postgres.stop();
    await expectUnavailable('stopped');
    await sleep(2_000);
    await expectUnavailable('still-stopped');
    await postgres.boot();
    await expectBack('stopped');
    await expectBack('still-stopped');
  }, 120_000);

  it('away when the work is done: its end is kept until it can be written down', async () => {
    const calling = call('hit', 'held-done');
    await waitUntil(() => upstream.of('held-done') === 1, 15_000);
    await postgres.stop();
    upstream.release();
    await sleep(1_000);
    await postgres.boot();
    expect((await calling).run).toMatchObject({ status: 'SUCCESS', output: { word: 'held-done' } });
    await expectBack('done');
    expect(upstream.of('held-done')).toBe(1);
  }, 120_000);

  it('never ended the process', () => {
    expect(running.isRunning()).toBe(true);
  });
});
