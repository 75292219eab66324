import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openSessionLog } from '#features/sessions/open-session-log.ts';
import { Unavailable } from '#platform/errors.ts';
import { newId, newRequestId } from '#platform/ids.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';
import { executeTool } from './execute-tool.ts';
import { createRunningRuns } from './running-runs.ts';

/** Much longer than the beginning of a call is held back, and than it takes to write it. */
const SLOW = 500;
let worked = 0;

const TOOLS = [
  defineTool({
    slug: 'double',
    name: 'Double',
    description: 'For tests.',
    category: 'test',
    icon: 'wrench',
    origin: 'custom',
    pure: true,
    input: z.object({ value: z.number(), ms: z.number().nullish(), says: z.string().nullish() }),
    output: z.object({ value: z.number() }),
    async execute({ value, ms, says }, { callbacks, abortSignal }) {
      worked += 1;
      if (ms) await sleep(ms, undefined, { signal: abortSignal });
      if (says) callbacks.onOutput?.(says);
      return { value: 2 * value };
    },
  }),
] as unknown as ToolDefinition[];

const CALL = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status output error { code } } error { code } } }`;
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }';
const RUNS = '{ toolRuns(filter: { includeSteps: true }) { edges { node { id status output toolSlug } } } }';

let app: TestApp;
let story: Story;
let caller: Client;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  caller = await story.as('system_admin');
  worked = 0;
});
afterEach(() => vi.restoreAllMocks());

type Fault = 'fine' | 'away' | 'lost' | 'full' | 'gone' | 'away later';

/** What becomes of each write into the tenant's log, one after another; those behind the last are fine. */
function write(...faults: Fault[]): { tried: number } {
  const append = app.events.append.bind(app.events);
  const { id } = story.tenant;
  const count = { tried: 0 };
  vi.spyOn(app.events, 'append').mockImplementation(async (given) => {
    if (given.tenantId !== id) return append(given);
    count.tried += 1;
    const fault = faults.shift() ?? 'fine';
    if (fault === 'full') throw new Unavailable('Too much waits to be written down.');
    if (fault === 'gone') return { accepted: false, state: null, known: null };
    if (fault === 'away later') await sleep(300);
    const appended = fault === 'fine' || fault === 'lost' ? await append(given) : undefined;
    if (appended && fault === 'fine') return appended;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  });
  return count;
}

const call = (input: object, more: object = {}) => caller.run(CALL, { input: { slug: 'double', input, ...more } });
type Answered = { executeTool: { run: { status: string } } };
const outcomeOf = ({ data, errors }: Awaited<ReturnType<typeof call>>) =>
  errors ? errors[0]?.extensions?.code : (data as Answered).executeTool.run.status;
const eventsOf = async (toolSlug = 'double') => {
  const where = { tenantId: story.tenant.id, toolSlug };
  const events = await app.database.system.sessionEvent.findMany({ where, orderBy: { pos: 'asc' } });
  return events.map(({ type }) => type.replace('tool.', ''));
};
const WHOLE = ['started', 'completed'];

describe('a call that is written down with its end answers success if and only if the log has it', () => {
  it.each<[string, object, Fault[], string, string[]]>([
    ['the database is away', {}, ['away'], 'UNAVAILABLE', []],
    ['too much waits to be written', {}, ['full'], 'UNAVAILABLE', []],
    ['it is written but the answer is lost', {}, ['lost'], 'UNAVAILABLE', WHOLE],
    ['its session is gone', {}, ['gone'], 'NOT_FOUND', []],
    ['its session is gone before it ends', { ms: SLOW }, ['gone', 'gone'], 'NOT_FOUND', []],
    ['its beginning fails and its end does not', { ms: SLOW }, ['away'], 'SUCCESS', WHOLE],
    ['its beginning is refused and its end is not', { ms: SLOW }, ['full'], 'SUCCESS', WHOLE],
    ['its beginning is written but the answer is lost', { ms: SLOW }, ['lost'], 'SUCCESS', WHOLE],
    ['its beginning and its end fail', { ms: SLOW }, ['away', 'away'], 'UNAVAILABLE', []],
    ['its end is written but the answer is lost', { ms: SLOW }, ['fine', 'lost'], 'SUCCESS', WHOLE],
    ['its end has to wait', { ms: SLOW }, ['fine', 'full', 'away'], 'SUCCESS', WHOLE],
    [
      'it tells something, and the answer to its beginning is lost',
      { ms: SLOW, says: 'hm' },
      ['lost'],
      'SUCCESS',
      ['started', 'output_appended', 'completed'],
    ],
  ])('when %s', async (_case, more, faults, outcome, log) => {
    write(...faults);
    expect(outcomeOf(await call({ value: 1, ...more }))).toBe(outcome);
    // Nor may it come into the log later.
    await sleep(40);
    expect(await eventsOf()).toEqual(log);
    expect(worked).toBe(1);
  });
});

it('says so at once when its beginning is still on its way to a database that is away', async () => {
  const writes = write('away later', 'away later');
  const begun = performance.now();
  expect(outcomeOf(await call({ value: 1, ms: 40 }))).toBe('UNAVAILABLE');
  expect(writes.tried).toBe(1);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

it('is made again by whoever looks after runs when only its beginning came into the log', async () => {
  write('lost', 'away');
  expect(outcomeOf(await call({ value: 4, ms: SLOW }))).toBe('UNAVAILABLE');
  await vi.waitFor(async () => expect(await eventsOf()).toEqual(['started', 'resumed', 'completed']), 15_000);
  const [{ node }] = (await caller.get(RUNS)).toolRuns.edges;
  expect(node).toMatchObject({ status: 'SUCCESS', output: { value: 8 } });
});

it('is begun and cancelled in the log when the run that it is a step of is cancelled', async () => {
  const inputMap = { value: 1, ms: 20_000 };
  const executionSpec = { kind: 'composition', steps: [{ id: 'only', toolSlug: 'double', inputMap }] };
  const about = { name: 'Walk', description: 'For tests.', category: 'test', icon: 'wrench', fields: [] };
  await caller.get(CREATE, { input: { slug: 'walk', ...about, executionSpec } });
  // The step stays held back: its beginning cannot be written until it is cancelled.
  write('fine', 'away');
  const walking = caller.run(CALL, { input: { slug: 'walk', input: {} } });
  await vi.waitFor(() => expect(worked).toBe(1), 10_000);
  await sleep(60);
  expect(await eventsOf()).toEqual([]);
  const [{ node }] = (await caller.get(RUNS)).toolRuns.edges;
  expect((await caller.get(CANCEL, { id: node.id })).cancelToolRun.outcome).toBe('CANCELLED');
  expect(outcomeOf(await walking)).toBe('CANCELLED');
  await vi.waitFor(async () => expect(await eventsOf()).toEqual(['started', 'cancelled']), 10_000);
  expect(await eventsOf('walk')).toEqual(['started', 'cancelled']);
});

it('takes a key before it works, so that of two processes one makes the call', async () => {
  const { database, live, clock } = app;
  const here = app.createContext(caller.viewer, newRequestId());
  const there = {
    ...here,
    events: openSessionLog({ database, system: database.system, live, clock }),
    engine: { ...here.engine, workerId: newId(), running: createRunningRuns() },
  };
  const calling = Array.from({ length: 10 }, (_, at) =>
    executeTool(at % 2 ? here : there, { slug: 'double', input: { value: 5, ms: 5 }, idempotencyKey: 'one' }),
  );
  const answers = await Promise.all(calling);
  await there.events.close();
  expect(new Set(answers.map(({ run }) => run?.id)).size).toBe(1);
  expect(answers.map(({ run }) => run?.output)).toEqual(Array(10).fill({ value: 10 }));
  expect(worked).toBe(1);
  expect(await eventsOf()).toEqual(WHOLE);
});

it('is answered and written down when the process stops meanwhile', async () => {
  const calling = [0, 5, 15, 30, 60_000].map((ms) => call({ value: 1, ms }));
  await vi.waitFor(() => expect(worked).toBe(5), 10_000);
  await app.runs.close();
  const outcomes = (await Promise.all(calling)).map(outcomeOf);
  for (const outcome of outcomes) expect(['SUCCESS', 'ERROR']).toContain(outcome);
  expect(outcomes.at(-1)).toBe('ERROR');
  const ends = { SUCCESS: 'completed', ERROR: 'failed' };
  const expected = outcomes.flatMap((outcome) => ['started', ends[outcome as keyof typeof ends]]);
  expect((await eventsOf()).toSorted()).toEqual(expected.toSorted());
});
