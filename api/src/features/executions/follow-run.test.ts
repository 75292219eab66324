import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id status streamed } } }`;
const FOLLOW = 'subscription($id: ID!) { toolRunChanged(id: $id) { status streamed } }';
const RUN = 'query($id: ID!) { toolRun(id: $id) { status streamed } }';

let app: TestApp;
let member: Client;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: RUNNING_TOOLS });
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await (await tellStory(app)).as('member');
});

const execute = async (input: object) => (await member.get(EXECUTE, { input })).executeTool.run;

async function changesOf(id: string) {
  const stream = await member.follow(FOLLOW, { id });
  if (!stream.next) throw new Error('refused');
  const told = [];
  for (let next = await stream.next(); next; next = await stream.next()) told.push(next.toolRunChanged);
  return told;
}

it('a run that says much is told a few times, each time with more, and its end once', async () => {
  const words = Array.from({ length: 60 }, (_, at) => `${at} `.padEnd(500, '.'));
  const { id } = await execute({ slug: 'talk', input: { words, ms: 20 }, mode: 'ASYNC' });
  const streamed = async () => (await member.get(RUN, { id })).toolRun.streamed.length;
  await expect.poll(streamed, { timeout: 10_000 }).toBeGreaterThan(4_000);
  const told = await changesOf(id);
  expect(told[0].streamed.length).toBeGreaterThan(4_000);
  expect(told.length).toBeLessThan(20);
  const lengths = told.map(({ streamed }) => streamed.length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(told.filter(({ status }) => status === 'SUCCESS')).toEqual([{ status: 'SUCCESS', streamed: words.join('') }]);
  expect(told.at(-1).status).toBe('SUCCESS');
});

it('a run that has ended is told once', async () => {
  const run = await execute({ slug: 'talk', input: { words: ['a', 'b'] } });
  expect(await changesOf(run.id)).toEqual([{ status: 'SUCCESS', streamed: 'ab' }]);
});

it('whoever waited for a call is answered with what it wrote on the way, as whoever reads it later', async () => {
  const run = await execute({ slug: 'talk', input: { words: ['one ', 'two'] } });
  expect(run).toMatchObject({ status: 'SUCCESS', streamed: 'one two' });
  expect((await member.get(RUN, { id: run.id })).toolRun).toEqual({ status: 'SUCCESS', streamed: 'one two' });
});
