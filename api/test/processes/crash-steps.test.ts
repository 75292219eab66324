import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, type Running, readLine, start, waitUntil } from './process-kit.ts';
import { author, EXECUTE, openUpstream, type Upstream } from './upstream.ts';
import { type Answer, ask, type Caller, get, readAll } from './wire-client.ts';

const CRASH = path.join(import.meta.dirname, 'crash-point.mjs');
/** Lease, and what it may take beyond. */
const PROMISED_MS = 20_000;
const NEW_KEY = 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
const DECIDE = `mutation($id: ID!) { decideApproval(input: { id: $id, decision: APPROVE }) { approval { status } } }`;
const APPROVALS = `query($after: String) { approvals(first: 100, after: $after, filter: { toolSlug: "hit" }) {
  pageInfo { hasNextPage endCursor } edges { node { id status input } } } }`;
const RUNS = `query($after: String) { toolRuns(first: 100, after: $after, filter: { toolSlug: "hit" }) {
  pageInfo { hasNextPage endCursor } edges { node { status input error { code } events { type } } } } }`;

const MADE = ['tool.needs_approval', 'tool.approved', 'tool.started', 'tool.completed'];
const UNKNOWN = ['tool.needs_approval', 'tool.approved', 'tool.started', 'tool.failed'];

/** The life of a gated call, step by step: where the process dies, how often the outside was asked in the end, and what the log says. */
const STEPS = [
  ['uncommitted tool.needs_approval', 1, MADE],
  ['after tool.needs_approval', 1, MADE],
  ['uncommitted tool.approved', 1, MADE],
  ['after tool.approved', 1, MADE],
  ['before tool.started', 1, MADE],
  ['after tool.started', 0, UNKNOWN],
  ['while the outside is asked', 1, UNKNOWN],
  ['before tool.completed', 1, UNKNOWN],
  ['after tool.completed', 1, MADE],
] as const;

type Approval = { id: string; status: string; input: { word: string } };
type Run = { status: string; input: { word: string }; error: { code: string } | null; events: { type: string }[] };

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream();
});
afterAll(cleanUp);

/** What the process answers; nothing when it dies first. */
const answerOf = (asked: Promise<Answer>): Promise<Answer | null> => asked.catch(() => null);

it('killed between any two steps of a gated call: nothing goes out before it is approved, and nothing twice', async () => {
  const dataDir = makeFolder();
  const begin = (crashAt: string) =>
    start({ DATA_DIR: dataDir, ...upstream.settings, CRASH_AT: crashAt }, { nodeArgs: ['--import', CRASH] });
  const words = STEPS.map(([step], at) => (step.startsWith('while') ? `held-${at}` : `step-${at}`));
  const beginAt = (at: number) => {
    const [step] = STEPS[at]!;
    return begin(step.endsWith('tool.approved') ? step : `${step} ${words[at]}`);
  };
  let running: Running = await beginAt(0);
  const owner: Caller = { key: readLine(dataDir, 'owner.key') };
  const spec = { kind: 'http', method: 'POST', url: upstream.address };
  await author(running.url, owner.key!, 'hit', spec, { permissionPolicy: 'ALWAYS_ASK' });
  const { createApiKey } = await get(running.url, owner, NEW_KEY, {
    input: { name: 'machine', role: 'member', actsForAgent: true },
  });
  const machine: Caller = { key: createApiKey.secret };
  const call = (word: string) =>
    answerOf(ask(running.url, machine, EXECUTE, { input: { slug: 'hit', input: { word }, idempotencyKey: word } }));
  const approvalOf = async (word: string) =>
    (await readAll<Approval>(running.url, owner, APPROVALS)).find(({ input }) => input.word === word)!;

  for (const [at, [step]] of STEPS.entries()) {
    const word = words[at]!;
    if (at > 0) running = await beginAt(at);
    const isAsked = await call(word);
    if (isAsked) {
      expect(isAsked.data.executeTool.run.status).toBe('WAITING');
      expect(upstream.of(word)).toBe(0);
      const { id } = await approvalOf(word);
      const decided = await answerOf(ask(running.url, owner, DECIDE, { id }));
      expect(decided?.code).toBeUndefined();
    }
    if (word.startsWith('held')) {
      await waitUntil(() => upstream.of(word) === 1, PROMISED_MS);
      await running.kill();
    }
    await waitUntil(
      () => !running.isRunning(),
      15_000,
      () => `${step}: it lives.`,
    );
    if (!isAsked || step === 'uncommitted tool.approved') expect(upstream.of(word)).toBe(0);
  }

  running = await begin('');
  // Whoever got no answer asks again, under the same key.
  for (const [at, [step]] of STEPS.entries()) {
    const word = words[at]!;
    const again = await call(word);
    if (step.endsWith('needs_approval') || step === 'uncommitted tool.approved')
      expect([again?.data.executeTool.run.status, upstream.of(word)]).toEqual(['WAITING', 0]);
    const { data, code } = await ask(running.url, owner, DECIDE, { id: (await approvalOf(word)).id });
    const isFirst = data?.decideApproval?.approval.status === 'APPROVED';
    expect([step, isFirst ? 'decided now' : code]).toEqual([step, at < 3 ? 'decided now' : 'ALREADY_DECIDED']);
  }
  let runs: Run[] = [];
  await waitUntil(
    async () => {
      runs = await readAll<Run>(running.url, owner, RUNS);
      return runs.every(({ status }) => status === 'SUCCESS' || status === 'ERROR');
    },
    PROMISED_MS,
    () => JSON.stringify(runs),
  );
  const told = STEPS.map(([step], at) => {
    const { events = [], error } = runs.find(({ input }) => input.word === words[at]) ?? {};
    return [step, upstream.of(words[at]!), events.map(({ type }) => type), error?.code];
  });
  expect(told).toEqual(
    STEPS.map(([step, hits, log]) => [step, hits, log, log === UNKNOWN ? 'OUTCOME_UNKNOWN' : undefined]),
  );
  expect(runs).toHaveLength(STEPS.length);
  const approvals = await readAll<Approval>(running.url, owner, APPROVALS);
  expect(approvals.map(({ status }) => status)).toEqual(STEPS.map(() => 'APPROVED'));
  // Nothing waits on anybody any more but the call of the demo.
  expect(await get(running.url, owner, '{ myInbox { totalCount } }')).toEqual({ myInbox: { totalCount: 1 } });
  await running.stop();
}, 240_000);
