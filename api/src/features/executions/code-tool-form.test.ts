import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import type { Client } from '../../../test/client.ts';
import { GOOD_INPUT, ODD_INPUTS, oddTool } from '../../../test/odd-inputs.ts';
import { tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';
import { addTool } from '../../../test/tool-files.ts';

const TOOL = `query ($slug: String!) { tool(slug: $slug) {
  inputSchema display executionType
  fields { name label type variant required schema fields { name schema } items { fields { name schema } } }
} }`;
const EXECUTE = `mutation ($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { status output } error { code fields { path message } }
} }`;

const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom' } as const;
const dates = z.object({ from: z.string(), to: z.string() });
const TOOLS = [
  oddTool,
  defineTool({
    ...about,
    slug: 'between',
    name: 'Between',
    input: dates.refine(({ from, to }) => from <= to, { path: ['to'], error: 'It ends before it begins.' }),
    output: z.object({ text: z.string() }),
    inputExamples: [{ label: 'Only a beginning', input: { from: '2026-01-01' } }],
    execute: ({ from, to }) => ({ text: `${from} to ${to}` }),
  }),
  defineTool({
    ...about,
    slug: 'pay',
    name: 'Pay',
    input: z.object({ amount: z.number() }),
    inputFor: ({ permissions }) =>
      z.object({ amount: z.number().max(permissions?.has('keys.tenant.create') ? 500 : 5) }),
    output: z.object({ paid: z.number() }),
    execute: ({ amount }) => ({ paid: amount }),
  }),
  defineTool({
    ...about,
    slug: 'confirm',
    name: 'Confirm',
    executionType: 'space',
    display: { customUI: 'confirmAction' },
    input: z.object({ question: z.string() }),
    output: z.object({ yes: z.boolean() }),
    execute: () => ({ yes: true }),
  }),
];

let app: TestApp;
let admin: Client;
let member: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-tools-'));
beforeAll(async () => {
  addTool(folder, 'custom/greet/greet.tool.ts', 'input: z.object({ who: z.string().max(40), loud: z.boolean() })');
  app = await createWorkingApp({}, { extraTools: TOOLS, toolFolder: folder });
  const story = await tellStory(app);
  [admin, member] = [await story.as('admin'), await story.as('member')];
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (slug: string, client = member) => (await client.get(TOOL, { slug })).tool;
const execute = async (slug: string, input: object, client = member) =>
  (await client.get(EXECUTE, { input: { slug, input } })).executeTool;

describe('a tool file that was dropped in', () => {
  it('is in the library, has a form, and runs', async () => {
    const { tools } = await member.get('{ tools { edges { node { slug name category } } } }');
    expect(tools.edges).toContainEqual({ node: { slug: 'greet', name: 'Greet', category: 'fun' } });
    expect((await read('greet')).fields).toMatchObject([
      { name: 'who', label: 'Who', type: 'text', required: true, schema: null },
      { name: 'loud', label: 'Loud', type: 'boolean', required: true, schema: null },
    ]);
    const { run } = await execute('greet', { who: 'Ada', loud: false });
    expect(run).toEqual({ status: 'SUCCESS', output: { text: 'Hello Ada' } });
  });
});

describe('an input that fields cannot describe', () => {
  it('is offered as JSON, with what fits, whole or in part', async () => {
    const { fields, inputSchema } = await read('odd-inputs');
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(inputSchema.properties));
    for (const name of Object.keys(ODD_INPUTS)) {
      const field = fields.find((each: { name: string }) => each.name === name);
      expect(field).toMatchObject({
        type: 'object',
        variant: 'json',
        schema: inputSchema.properties[name],
        fields: null,
      });
    }
    const drawing = fields.find(({ name }: { name: string }) => name === 'drawing');
    expect(drawing.fields).toEqual([
      { name: 'title', schema: null },
      { name: 'shape', schema: inputSchema.properties.drawing.properties.shape },
    ]);
  });

  it('arrives as it was sent', async () => {
    const { run, error } = await execute('odd-inputs', GOOD_INPUT);
    expect(error).toBeNull();
    expect(run).toEqual({ status: 'SUCCESS', output: { came: GOOD_INPUT } });
  });

  it.each(Object.entries(ODD_INPUTS))('is refused at its field: %s', async (name, { bad }) => {
    const { run, error } = await execute('odd-inputs', { ...GOOD_INPUT, [name]: bad });
    expect(run).toBeNull();
    expect(error.code).toBe('INVALID_INPUT');
    expect(new Set(error.fields.map(({ path: [first] }: { path: string[] }) => first))).toEqual(new Set([name]));
  });
});

describe('an input that is refined as a whole', () => {
  it('runs what fits and refuses the rest at the field that the author names', async () => {
    expect((await execute('between', { from: '2026-01-01', to: '2026-01-31' })).run.status).toBe('SUCCESS');
    const { run, error } = await execute('between', { from: '2026-02-01', to: '2026-01-31' });
    expect(run).toBeNull();
    expect(error.fields).toEqual([{ path: ['to'], message: 'It ends before it begins.' }]);
  });
});

describe('an input that depends on who asks', () => {
  it.each([
    ['admin', 500],
    ['member', 5],
  ])('is shown to an %s as it will be checked: up to %i', async (role, most) => {
    const client = role === 'admin' ? admin : member;
    const { inputSchema } = await read('pay', client);
    expect(inputSchema.properties.amount.maximum).toBe(most);
    const { tool } = await client.get('{ tool(slug: "pay") { fields { name max } mcpListing } }');
    expect(tool.fields).toEqual([{ name: 'amount', max: most }]);
    expect(tool.mcpListing.inputSchema).toEqual(inputSchema);
    expect((await execute('pay', { amount: most }, client)).run.output).toEqual({ paid: most });
    expect((await execute('pay', { amount: most + 1 }, client)).error.fields).toMatchObject([{ path: ['amount'] }]);
  });
});

describe('a tool that people answer', () => {
  it('names the component that asks them', async () => {
    expect(await read('confirm')).toMatchObject({ executionType: 'SPACE', display: { customUI: 'confirmAction' } });
  });
});
