import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLongRunDatabase } from './private-postgres.ts';
import { cleanUp, makeFolder, type Running, readLine, start, waitUntil } from './process-kit.ts';
import { author, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { ask, type Caller, get, readAll } from './wire-client.ts';

const GATED = Math.max(200, Number(process.env.SOAK_GATED ?? 200));
const PAUSED = Math.max(200, Number(process.env.SOAK_PAUSED ?? 200));
const KILLS = Math.max(5, Number(process.env.SOAK_KILLS ?? 5));
const AT_ONCE = 8;
const BULK = 100;
/** Lease, and what it may take beyond. */
const PROMISED_MS = 20_000;

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream();
});
afterAll(cleanUp);

const NEW_KEY = `mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`;
const WAITING = `query($after: String) { approvals(first: 100, after: $after, filter: { status: PENDING, toolSlug: "hit" }) {
  pageInfo { hasNextPage endCursor } edges { node { id input run { id } } } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }`;
const DECIDE_ALL = `mutation($ids: [ID!]!) { decideApprovals(input: { ids: $ids, decision: APPROVE }) { results { code } } }`;
const RUNS = `query($slug: String!, $after: String) { toolRuns(first: 100, after: $after, filter: { toolSlug: $slug }) {
  pageInfo { hasNextPage endCursor } edges { node { id status error { code } } } } }`;

type Run = { id: string; status: string; error: { code: string } | null };
type Waiting = { id: string; input: { word: string }; run: { id: string } };

/** A process with the tool `hit` in it, which asks before a machine may use it, and a key for such a machine. */
async function openHouse() {
  const dataDir = makeFolder();
  const database = await openLongRunDatabase('gated');
  const begin = () => start({ DATA_DIR: dataDir, ...upstream.settings, ...database });
  const running = await begin();
  const owner = { key: readLine(dataDir, 'owner.key') };
  const spec = { kind: 'http', method: 'POST', url: upstream.address };
  await author(running.url, owner.key, 'hit', spec, { permissionPolicy: 'ALWAYS_ASK' });
  const { createApiKey } = await get(running.url, owner, NEW_KEY, {
    input: { name: 'machine', role: 'member', actsForAgent: true },
  });
  return { running, begin, owner, machine: { key: createApiKey.secret as string } };
}

/** Each of the words, some at a time. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
    }),
  );
}

it(
  `makes none of ${GATED} gated calls before it is approved, and each approved one once, though it is killed ${KILLS} times`,
  async () => {
    const house = await openHouse();
    let { running } = house;
    let restarted = Promise.resolve();
    let isDone = false;
    const allowed = new Set<string>();
    const early = () => [...upstream.hits.keys()].filter((word) => word.startsWith('gated') && !allowed.has(word));

    /** Asks until it is answered, by whichever process is there. */
    async function insist(caller: Caller, query: string, variables: object) {
      for (;;) {
        try {
          const answer = await ask(running.url, caller, query, variables as Record<string, unknown>);
          if (answer.code !== 'UNAVAILABLE') return answer;
        } catch (error) {
          if (!(error instanceof Error && 'code' in error)) throw error;
        }
        await sleep(20);
        await restarted;
      }
    }

    const killing = (async () => {
      for (let kill = 0; kill < KILLS && !isDone; kill++) {
        await sleep(400 + Math.random() * 600);
        const starting = Promise.withResolvers<void>();
        restarted = starting.promise;
        await running.kill();
        running = await house.begin();
        starting.resolve();
      }
    })();

    const words = Array.from({ length: GATED }, (_, at) => `gated-${at}`);
    const denied = new Set(words.filter((_, at) => at % 10 === 9));
    const asked = (async () => {
      await forEach(words, async (word) => {
        const input = { slug: 'hit', input: { word }, idempotencyKey: word };
        const { data, code } = await insist(house.machine, EXECUTE, { input });
        expect([code, data?.executeTool.error]).toEqual([undefined, null]);
      });
      isDone = true;
    })();

    const decided = new Set<string>();
    const deciding = (async () => {
      while (decided.size < GATED) {
        const page = await insist(house.owner, WAITING, {});
        const waiting: Waiting[] = page.data.approvals.edges.map(({ node }: { node: Waiting }) => node);
        expect(early()).toEqual([]);
        await forEach(waiting, async ({ id, input: { word } }) => {
          if (!denied.has(word)) allowed.add(word);
          const decision = denied.has(word) ? 'DENY' : 'APPROVE';
          const { code } = await insist(house.owner, DECIDE, { input: { id, decision } });
          // One that was decided while the process died is told so the second time.
          expect([undefined, 'ALREADY_DECIDED']).toContain(code);
          decided.add(word);
        });
      }
    })();

    await Promise.all([killing, asked, deciding]);
    let runs: Run[] = [];
    await waitUntil(
      async () => {
        runs = await readAll<Run>(running.url, house.owner, RUNS, { slug: 'hit' });
        return runs.every(({ status }) => status === 'SUCCESS' || status === 'ERROR');
      },
      PROMISED_MS + 10_000,
      () => JSON.stringify(runs.filter(({ status }) => status !== 'SUCCESS')),
    );
    expect(runs).toHaveLength(GATED);
    expect(early()).toEqual([]);
    const codes = (code: string) => runs.filter(({ error }) => error?.code === code).length;
    expect(codes('APPROVAL_DENIED')).toBe(denied.size);
    const unknown = codes('OUTCOME_UNKNOWN');
    const succeeded = runs.filter(({ status }) => status === 'SUCCESS').length;
    expect(succeeded + unknown).toBe(allowed.size);
    const hits = [...allowed].map(upstream.of);
    expect(Math.max(...hits)).toBe(1);
    expect(hits.filter((count) => count === 0).length).toBeLessThanOrEqual(unknown);
    await running.stop();
  },
  120_000 + GATED * 300 + KILLS * 20_000,
);

it(
  `keeps ${PAUSED} paused runs through a restart, and makes each once when all are approved`,
  async () => {
    const house = await openHouse();
    const first: Running = house.running;
    const words = Array.from({ length: PAUSED }, (_, at) => `paused-${at}`);
    await forEach(words, async (word) => {
      const { executeTool } = await get(first.url, house.machine, EXECUTE, { input: { slug: 'hit', input: { word } } });
      expect(executeTool.run.status).toBe('WAITING');
    });
    await first.stop();
    const second = await house.begin();
    const waiting = await readAll<Waiting>(second.url, house.owner, WAITING);
    expect(waiting).toHaveLength(PAUSED);
    expect(words.filter((word) => upstream.of(word) > 0)).toEqual([]);
    for (let at = 0; at < waiting.length; at += BULK) {
      const ids = waiting.slice(at, at + BULK).map(({ id }) => id);
      const { decideApprovals } = await get(second.url, house.owner, DECIDE_ALL, { ids });
      expect(decideApprovals.results.filter(({ code }: { code: string | null }) => code)).toEqual([]);
    }
    await waitUntil(() => words.every((word) => upstream.of(word) > 0), 60_000);
    const runs = await readAll<Run>(second.url, house.owner, RUNS, { slug: 'hit' });
    expect(runs.filter(({ error }) => error)).toEqual([]);
    expect(words.filter((word) => upstream.of(word) !== 1)).toEqual([]);
    await second.stop();
  },
  120_000 + PAUSED * 150,
);
