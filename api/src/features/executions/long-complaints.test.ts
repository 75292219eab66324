import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const MANY = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`o${at}`, 1]));
const LONG = { ['x'.repeat(100_000)]: 1 };
const LIST = Array.from({ length: 20_000 }, () => 'no number');
/** Enough for 50 fields, and what is said of each. */
const LONGEST_ANSWER = 10_000;

const about = { description: 'For tests.', category: 'test', icon: 'wrench' };
const TOOLS = [
  defineTool({
    ...about,
    slug: 'strict',
    name: 'Strict',
    origin: 'custom',
    input: z.strictObject({ a: z.number().nullish(), list: z.array(z.number()).nullish() }),
    output: z.object({}),
    execute: () => ({}),
  }),
  defineTool({
    ...about,
    slug: 'gush',
    name: 'Gush',
    origin: 'custom',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
    execute: () => ({ many: MANY, long: LONG, list: LIST }),
  }),
] as unknown as ToolDefinition[];

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const CALL = `mutation($slug: String!, $input: JSON!) { executeTool(input: { slug: $slug, input: $input }) {
  run { status error { code message } } error { code message fields { path message } } } }`;
const compute = { kind: 'compute', operation: 'evaluate', expression: '1 + 1' };
const number = { name: 'a', label: 'A', type: 'number', required: false };
let app: TestApp;
let story: Story;
let caller: Client;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools: TOOLS });
  story = await tellStory(app);
  caller = await story.as('system_admin');
  const walk = (toolSlug: string, inputMap: object) => ({
    kind: 'composition',
    steps: [
      { id: 'first', toolSlug: 'gush', inputMap: {} },
      { id: 'next', toolSlug, inputMap },
    ],
  });
  const group = { name: 'group', label: 'Group', type: 'object', required: true, fields: [number] };
  for (const [slug, executionSpec, fields] of [
    ['sum', compute, [number]],
    ['grouped', compute, [group]],
    ['walk', walk('grouped', { group: '{{steps.first.output.many}}' }), []],
    ['walk_long', walk('grouped', { group: '{{steps.first.output.long}}' }), []],
    ['walk_whole', walk('grouped', { group: '{{steps.first.output}}' }), []],
    ['walk_list', walk('strict', { list: '{{steps.first.output.list}}' }), []],
    ['answer', { kind: 'static', output: 1 }, [number]],
  ] as const) {
    await caller.get(CREATE, { input: { slug, name: slug, ...about, executionSpec, fields } });
  }
});
afterAll(() => app.close());

const SHORT = /x{60}…/;
const FIFTY = /19950 more problems are not listed/;

it.each<[string, string, object, RegExp]>([
  ['a tool in code', 'strict', MANY, FIFTY],
  ['a tool in code, with a long name', 'strict', LONG, SHORT],
  ['a tool in code, with a long list', 'strict', { list: LIST }, FIFTY],
  ['a computed tool', 'sum', MANY, FIFTY],
  ['a computed tool, with a long name', 'sum', LONG, SHORT],
  ['a computed tool, within a group', 'grouped', { group: MANY }, FIFTY],
  ['a tool with a written answer', 'answer', MANY, FIFTY],
  ['a step of a composition', 'walk', {}, /Step next: group\.o0: There is no field o0 here/],
  ['a step of a composition, of its whole input', 'walk_whole', {}, /"Step next: The input may have 262144 bytes\."/],
  ['a step of a composition, with a long name', 'walk_long', {}, SHORT],
  ['a step of a composition, with a long list', 'walk_list', {}, /Step next: list\.0: /],
])('%s says of 20,000 mistakes what can be read', async (_door, slug, input, told) => {
  const answer = await caller.run(CALL, { slug, input });
  const { run, error } = answer.data.executeTool;
  expect(error.code).toBe('INVALID_INPUT');
  const text = JSON.stringify(answer);
  expect(text).toMatch(told);
  expect(text.length).toBeLessThan(LONGEST_ANSWER);
  if (run) expect(run).toEqual({ status: 'ERROR', error: { code: error.code, message: error.message } });
  const failed = await app.database.system.sessionEvent.findMany({
    where: { tenantId: story.tenant.id, toolSlug: slug, type: 'tool.failed' },
  });
  for (const { payload } of failed) expect(JSON.stringify(payload).length).toBeLessThan(LONGEST_ANSWER);
});
