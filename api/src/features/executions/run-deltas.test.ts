import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id status } } }';
const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }';
const FOLLOW = 'subscription($id: ID!) { toolRunDeltas(id: $id) { text } }';
const LATE = 'late' as const;

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

async function open(id: string) {
  const stream = await member.follow(FOLLOW, { id });
  if (!stream.next) throw new Error('refused');
  return stream;
}

/** All that is still told, and that it comes to an end. */
async function restOf({ next, end }: Awaited<ReturnType<typeof open>>): Promise<string | typeof LATE> {
  let told = '';
  const impatience = sleep(5_000, LATE, { ref: false });
  for (;;) {
    const delta = await Promise.race([next(), impatience]);
    if (delta === LATE) await end();
    if (delta === LATE || !delta) return delta ?? told;
    told += delta.toolRunDeltas.text;
  }
}

it('what a run writes is told to its last bit, and ends with the run', async () => {
  const words = Array.from({ length: 30 }, (_, at) => `${at} `);
  const { id } = await execute({ slug: 'talk', input: { words, ms: 30 }, mode: 'ASYNC' });
  const told = await restOf(await open(id));
  expect(told).toMatch(/ 27 28 29 $/);
});

it('of a run that has ended nothing is told, and that at once', async () => {
  const { id, status } = await execute({ slug: 'talk', input: { words: ['a'] } });
  expect(status).toBe('SUCCESS');
  const stream = await open(id);
  expect(await Promise.race([stream.next(), sleep(1_000, LATE)])).toBeUndefined();
});

/** Talks for five seconds, unless somebody stops it. */
const TALK = { slug: 'talk', input: { words: Array(100).fill('word '), ms: 50 }, mode: 'ASYNC' };

it('a run that is cancelled ends it too', async () => {
  const { id } = await execute(TALK);
  const stream = await open(id);
  expect((await stream.next()).toolRunDeltas.text).toBe('word ');
  await member.get(CANCEL, { id });
  const rest = await restOf(stream);
  expect(rest).not.toBe(LATE);
  expect(rest.length).toBeLessThan(250);
});

it('who leaves before leaves nothing open', async () => {
  const before = app.events.followers();
  const { id } = await execute(TALK);
  const stream = await open(id);
  await stream.next();
  expect(app.events.followers()).toBeGreaterThan(before);
  await stream.end();
  await expect.poll(() => app.events.followers()).toBe(before);
  await member.get(CANCEL, { id });
});
