import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CUT_SHORT } from './error-words.ts';

const MOST = 10_000;
const PIN = 'pin-of-a-person';
const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom' } as const;
const TOOLS = [
  defineTool({
    ...about,
    slug: 'complain',
    name: 'Complain',
    input: z.object({ how: z.enum(['answer', 'throw']), length: z.number(), pin: z.string().nullish() }),
    output: z.object({}),
    sensitiveFields: ['pin'],
    execute({ how, length, pin }) {
      const error = 'x'.repeat(length) + (pin ?? '') + 'y'.repeat(length);
      if (how === 'throw') throw new Error(error);
      return { success: false, error } as never;
    },
  }),
  defineTool({
    ...about,
    slug: 'say',
    name: 'Say',
    input: z.object({ word: z.string(), times: z.number(), bitwise: z.boolean().nullish() }),
    output: z.object({ text: z.string() }),
    execute({ word, times, bitwise }, { callbacks }) {
      if (!bitwise) return { text: word.repeat(times) };
      for (let count = 0; count < times; count++) callbacks.onOutput?.(word);
      return { text: '' };
    },
  }),
] as unknown as ToolDefinition[];

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const CALL = `mutation($slug: String!, $input: JSON!) { executeTool(input: { slug: $slug, input: $input }) {
  run { id status streamed error { code message } } } }`;
const READ = 'query($id: ID!) { toolRun(id: $id) { error { message } } }';

let app: TestApp;
let story: Story;
let caller: Client;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_OUTPUT_BYTES: String(MOST) }, { extraTools: TOOLS });
  story = await tellStory(app);
  caller = await story.as('system_admin');
  const steps = [{ id: 'first', toolSlug: 'complain', inputMap: { how: 'answer', length: 900_000 } }];
  const chain = { slug: 'chain', name: 'Chain', description: 'For tests.', category: 'test', icon: 'wrench' };
  await caller.get(CREATE, { input: { ...chain, fields: [], executionSpec: { kind: 'composition', steps } } });
});
afterAll(() => app.close());

const call = async (slug: string, input: object) => (await caller.get(CALL, { slug, input })).executeTool.run;

it.each([
  ['answers that it failed', 'complain', { how: 'answer', length: 900_000 }, /^x{2000}…/],
  ['throws', 'complain', { how: 'throw', length: 900_000 }, /^x{2000}…/],
  ['fails in a step', 'chain', {}, /^Step first: x+…/],
])('a tool that %s with a long story is told and kept in short, with a mark', async (_how, slug, input, told) => {
  const { status, error } = await call(slug, input);
  expect(status).toBe('ERROR');
  expect(error.message).toMatch(told);
  expect(error.message.split(CUT_SHORT)).toEqual([expect.any(String), '']);
  const [failed] = await app.database.system.sessionEvent.findMany({
    where: { tenantId: story.tenant.id, toolSlug: slug, type: 'tool.failed' },
    orderBy: { pos: 'desc' },
  });
  expect(JSON.stringify(failed!.payload).length).toBeLessThan(3_000);
});

it('a story is not cut in the middle of what is hidden, where nobody would find it', async () => {
  const input = { how: 'throw', length: 1_990, pin: PIN };
  const { id, error } = await call('complain', input);
  expect(error.message).toBe('x'.repeat(1_990) + CUT_SHORT);
  const shown = (await caller.get(READ, { id })).toolRun.error.message;
  expect(shown).not.toMatch(/pin-/);
});

it('an output is measured in bytes, whatever its letters are', async () => {
  const fits = Math.floor((MOST - '{"text":""}'.length) / 3);
  expect(await call('say', { word: '日', times: fits })).toMatchObject({ status: 'SUCCESS' });
  expect(await call('say', { word: '日', times: fits + 1 })).toMatchObject({ error: { code: 'OUTPUT_TOO_LARGE' } });
});

it('what is written bit by bit is measured in bytes as well, and no letter is cut in two', async () => {
  const { streamed } = await call('say', { word: '日本', times: MOST, bitwise: true });
  const [kept] = streamed.split('\n[cut off');
  expect(kept).toMatch(/^(日本)+日?$/);
  expect(Buffer.byteLength(kept)).toBe(MOST - (MOST % 3));
});
