import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom', pure: true } as const;
const TOOLS = [
  defineTool({
    ...about,
    slug: 'double',
    name: 'Double',
    input: z.object({
      value: z.number(),
      ms: z.number().nullish(),
      fails: z.boolean().nullish(),
      says: z.string().nullish(),
    }),
    output: z.object({ value: z.number(), said: z.string().optional() }),
    async execute({ value, ms, fails, says }) {
      if (ms) await sleep(ms);
      if (fails) throw new Error('Not today.');
      return { value: 2 * value, ...(says && { said: 'a\u0000b\ud800' }) };
    },
  }),
  defineTool({
    ...about,
    slug: 'mumble',
    name: 'Mumble',
    input: z.object({ word: z.string() }),
    output: z.object({ length: z.number() }),
    execute({ word }, { callbacks }) {
      callbacks.onOutput?.(word);
      return { length: word.length };
    },
  }),
] as unknown as ToolDefinition[];

const CALL = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id sessionId status output startedAt endedAt error { code } } error { code } } }`;
const RUN = 'query($id: ID!) { toolRun(id: $id) { status output createdAt startedAt endedAt error { code } } }';

let app: TestApp;
let story: Story;
let caller: Client;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  story = await tellStory(app);
  caller = await story.as('member');
});

const call = async (slug: string, input: object, more: object = {}) =>
  (await caller.get(CALL, { input: { slug, input, ...more } })).executeTool.run;
const eventsOf = () =>
  app.database.system.sessionEvent.findMany({
    where: { tenantId: story.tenant.id, runId: { not: null } },
    orderBy: { pos: 'asc' },
  });
const typesOf = async () => (await eventsOf()).map(({ type }) => type);

/** How often the log was written to while `work` went on. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(app.database.owner, 'query');
  await work();
  const writes = query.mock.calls.filter(([asked]) => (asked as { name?: string }).name === 'append-events').length;
  query.mockRestore();
  return writes;
}

it('are written down with their end, in one go, and lose nothing by it', async () => {
  let run: Awaited<ReturnType<typeof call>>;
  const writes = await countWrites(async () => {
    run = await call('double', { value: 21 });
  });
  expect(writes).toBe(1);
  expect(run).toMatchObject({ status: 'SUCCESS', output: { value: 42 } });
  expect(await typesOf()).toEqual(['tool.started', 'tool.completed']);
  expect((await eventsOf()).map(({ seq }) => seq)).toEqual([1, 2]);
  const { toolRun } = await caller.get(RUN, { id: run.id });
  expect(toolRun).toMatchObject({ status: 'SUCCESS', output: { value: 42 }, startedAt: run.startedAt });
  expect(toolRun.createdAt).toBe(run.startedAt);
  expect(toolRun.endedAt).toBe(run.endedAt);
});

it('that fail are written down in the same way', async () => {
  const run = await call('double', { value: 1, fails: true });
  expect(run).toMatchObject({ status: 'ERROR', error: { code: 'TOOL_FAILED' } });
  expect(await typesOf()).toEqual(['tool.started', 'tool.failed']);
});

it('that take their time are in the log while they work, and keep the time they began', async () => {
  const begun = call('double', { value: 1, ms: 400 });
  await vi.waitFor(async () => expect(await typesOf()).toEqual(['tool.started']), 300);
  const run = await begun;
  expect(await typesOf()).toEqual(['tool.started', 'tool.completed']);
  const { toolRun } = await caller.get(RUN, { id: run.id });
  expect(Date.parse(toolRun.endedAt) - Date.parse(toolRun.startedAt)).toBeGreaterThanOrEqual(395);
});

it('are not taken for runs that somebody ended, while nothing of them is written yet', async () => {
  // Whoever looks after runs looks once a second.
  const runs = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      await sleep(at * 25);
      return call('double', { value: at, ms: 15 });
    }),
  );
  expect(runs.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
});

it('that tell something while they work begin before it', async () => {
  await call('mumble', { word: 'hm' });
  expect(await typesOf()).toEqual(['tool.started', 'tool.output_appended', 'tool.completed']);
});

it('with a key take it before they work, so that it is used once', async () => {
  const calls = Array.from({ length: 10 }, () => call('double', { value: 3 }, { idempotencyKey: 'one' }));
  const runs = await Promise.all(calls);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  expect(await typesOf()).toEqual(['tool.started', 'tool.completed']);
});

it('are refused at once while the database is away, since nothing is lost by it', async () => {
  const { owner } = app.database;
  const query = owner.query.bind(owner);
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const spy = vi
    .spyOn(owner, 'query')
    .mockImplementation(((asked: { name?: string }, ...more: never[]) =>
      asked.name === 'append-events' ? Promise.reject(away) : query(asked as never, ...more)) as never);
  const begun = performance.now();
  const answer = await caller.run(CALL, { input: { slug: 'double', input: { value: 1 } } });
  spy.mockRestore();
  expect(answer.errors?.[0]?.extensions?.code).toBe('UNAVAILABLE');
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await typesOf()).toEqual([]);
});

it('answer exactly what is written down, also where the database cannot hold it', async () => {
  const run = await call('double', { value: 1, says: 'odd' });
  expect(run.output).toEqual({ value: 2, said: 'a\ufffdb\ufffd' });
  expect((await caller.get(RUN, { id: run.id })).toolRun.output).toEqual(run.output);
});

it('go on in a session of the caller, in their order', async () => {
  const first = await call('double', { value: 1 });
  const others = await Promise.all([2, 3, 4].map((value) => call('double', { value }, { sessionId: first.sessionId })));
  expect(others.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const seqs = (await eventsOf()).map(({ seq }) => seq);
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const query = 'query($id: ID!) { verifySession(id: $id) { intact events } }';
  const admin = await story.as('admin');
  expect((await admin.get(query, { id: first.sessionId })).verifySession).toEqual({ intact: true, events: 8 });
});
