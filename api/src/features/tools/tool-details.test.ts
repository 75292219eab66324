import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { createMaker, type Maker } from '../../../test/fill-tenant.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const ROI = 'roi-calculator';
const city = { name: 'city', label: 'City', type: 'text', required: true };

let app: TestApp;
let story: Story;
let make: Maker;
let admin: Client;
let member: Client;
beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
  make = createMaker(app, story);
  [admin, member] = [await story.as('admin'), await story.as('member')];
});
afterAll(() => app.close());

const change = (verb: string, input: object) => {
  const noun = verb.charAt(0).toUpperCase() + verb.slice(1);
  return admin.get(`mutation ($input: ${noun}Input!) { ${verb}(input: $input) { tool { slug version } } }`, { input });
};

describe('versions', () => {
  const READ = `query ($slug: String!, $since: Int) { editableTool(slug: $slug) { versions {
    version hash createdBy content changes { path change before after } since: changes(since: $since) { path change }
  } } }`;

  it('are listed newest first, each with what it changed', async () => {
    const slug = await make.ownTool();
    const executionSpec = { kind: 'http', url: 'https://api.example.com/weather/{{input.city}}' };
    await change('updateTool', { slug, version: 1, executionSpec });
    await change('updateTool', { slug, version: 2, fields: [{ ...city, label: 'Town' }] });
    await change('updateTool', { slug, version: 3, name: 'Only a name, no new content' });
    const { versions } = (await admin.get(READ, { slug, since: 1 })).editableTool;
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    const [third, second, first] = versions;
    expect(new Set(versions.map(({ hash }: { hash: string }) => hash)).size).toBe(3);
    expect(third.createdBy).toContain('admin@');
    expect(third.content.fields[0].label).toBe('Town');
    expect(third.changes).toContainEqual({
      path: 'fields.city.label',
      change: 'CHANGED',
      before: 'City',
      after: 'Town',
    });
    expect(third.changes.some(({ path }: { path: string }) => path.startsWith('executionSpec'))).toBe(false);
    expect(second.changes).toContainEqual(expect.objectContaining({ path: 'executionSpec.url', change: 'CHANGED' }));
    expect(first.changes.every((each: { change: string }) => each.change === 'ADDED')).toBe(true);
    const since = third.since.map(({ path }: { path: string }) => path);
    expect(since).toEqual(expect.arrayContaining(['executionSpec.url', 'fields.city.label']));
    expect(first.since).toEqual([]);
  });

  it('cannot be compared with one that never was', async () => {
    const slug = await make.ownTool();
    expect(await admin.code(READ, { slug, since: 7 })).toBe('NOT_FOUND');
  });

  it('are empty for code, and nothing for those who may not change tools', async () => {
    const query = `{ tool(slug: "${ROI}") { versions { version } } }`;
    expect(await admin.get(query)).toEqual({ tool: { versions: [] } });
    expect(await member.get(query)).toEqual({ tool: { versions: null } });
  });
});

describe('availability', () => {
  const READ = 'availability { available gate reason missingSecrets }';

  it('tells editors the first gate that keeps a tool back, and every secret that is missing', async () => {
    const { slug } = make.toolDraft();
    const executionSpec = {
      kind: 'http',
      url: 'https://api.example.com/{{input.city}}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a spec names a secret
      headers: { authorization: 'Bearer ${secret.weather_token}' },
    };
    await change('createTool', { ...make.toolDraft(), slug, executionSpec });
    const query = `{ editableTool(slug: "${slug}") { ${READ} } tool(slug: "${ROI}") { ${READ} } }`;
    const { editableTool, tool } = await admin.get(query);
    expect(editableTool.availability).toEqual({
      available: false,
      gate: 'tenant_disabled',
      reason: 'It is switched off for this tenant.',
      missingSecrets: ['weather_token'],
    });
    expect(tool.availability).toEqual({ available: true, gate: null, reason: null, missingSecrets: [] });
    const set = 'mutation ($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }';
    await admin.get(set, { input: { key: 'weather_token', value: 'x', hosts: ['api.example.com'] } });
    expect((await admin.get(query)).editableTool.availability.missingSecrets).toEqual([]);
  });

  it('is not for those who may not change tools', async () => {
    expect(await member.get(`{ tool(slug: "${ROI}") { ${READ} } }`)).toEqual({ tool: { availability: null } });
  });
});

it('shows what a tenant changed beside what it was before', async () => {
  const query = `{ editableTool(slug: "${ROI}") {
    name icon enabled overridden base { name icon enabled overridden base { slug } } formSpec viewSpec
  } }`;
  const { editableTool: plain } = await admin.get(query);
  expect(plain).toMatchObject({ overridden: [], base: null });
  expect(plain.formSpec.groups.length).toBeGreaterThan(0);
  expect(plain.viewSpec.blocks.length).toBeGreaterThan(0);

  await change('upsertToolOverride', { slug: ROI, name: 'Returns', enabled: true });
  const { editableTool: changed } = await admin.get(query);
  expect(changed).toMatchObject({ name: 'Returns', icon: plain.icon, overridden: ['enabled', 'name'] });
  expect(changed.base).toEqual({ name: plain.name, icon: plain.icon, enabled: true, overridden: [], base: null });

  await change('resetToolOverride', { slug: ROI });
  expect((await admin.get(query)).editableTool).toEqual(plain);
});

describe('the listing for MCP clients', () => {
  it('is told to everybody who has the tool, and says when calls may wait', async () => {
    const listing = async () => {
      const read = 'query ($slug: String!) { tool(slug: $slug) { inputSchema outputSchema mcpListing } }';
      return (await member.get(read, { slug: ROI })).tool;
    };
    const { inputSchema, outputSchema, mcpListing } = await listing();
    expect(mcpListing).toMatchObject({ name: ROI, inputSchema, outputSchema });
    await change('upsertToolOverride', { slug: ROI, permissionPolicy: 'ALWAYS_ASK', name: 'Return' });
    expect((await listing()).mcpListing).toMatchObject({
      title: 'Return',
      outputSchema: {
        type: 'object',
        anyOf: [outputSchema, { properties: { status: { const: 'pending_approval' } } }],
      },
    });
    await change('resetToolOverride', { slug: ROI });
  });
});

it('tells how the rows of an output are filtered, column by column', async () => {
  const read = `query ($slug: String!) {
    tool(slug: $slug) { outputTables { path filters { name control min max options } } }
  }`;
  const { outputTables } = (await member.get(read, { slug: ROI })).tool;
  expect(outputTables.map(({ path }: { path: string[] }) => path)).toEqual([['yearlyResults']]);
  expect(outputTables[0].filters).toContainEqual(expect.objectContaining({ name: 'year', control: 'number' }));
});

describe('reading a schema', () => {
  const READ = `query ($fields: [JSON!], $inputSchema: JSON) {
    readToolSchema(fields: $fields, inputSchema: $inputSchema) { fields inputSchema fitting problems { path message } }
  }`;
  const read = async (input: Record<string, unknown>) => (await admin.get(READ, input)).readToolSchema;

  it('goes from fields to JSON Schema and back without loss', async () => {
    const fields = [city, { name: 'days', label: 'Days', type: 'number', required: false, min: 1, max: 7 }];
    const there = await read({ fields });
    expect(there.problems).toEqual([]);
    expect(there.inputSchema.properties).toHaveProperty('days');
    const back = await read({ inputSchema: there.inputSchema });
    expect(back).toEqual({ ...there, problems: [] });
    expect(back.fields).toEqual(fields);
  });

  it('lists all that does not fit, at its place, and saves nothing', async () => {
    const twice = await read({ fields: [city, city, { ...city, name: 'zip', type: 'colour' }] });
    expect(twice).toMatchObject({ fields: null, inputSchema: null, fitting: [] });
    expect(twice.problems[0].path[0]).toBe('fields');
    const remote = { type: 'object', properties: { city: { $ref: 'https://example.com/city.json' } } };
    const refused = await read({ inputSchema: remote });
    expect(refused.fields).toBeNull();
    expect(refused.problems[0].path.slice(0, 3)).toEqual(['inputSchema', 'properties', 'city']);
    const both = await read({ fields: [city], inputSchema: { type: 'object', properties: {} } });
    expect(both.problems).toEqual([{ path: ['inputSchema'], message: 'Give fields or an input schema, not both.' }]);
  });

  it('of very much that does not fit lists the first, and says how much more there is', async () => {
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`odd${at}`, { type: 'odd' }]));
    const { problems } = await read({ inputSchema: { type: 'object', properties } });
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toEqual({ path: [], message: '10 more problems are not listed. Mend these first.' });
  });

  it('hands out what fits of a schema beside what does not', async () => {
    const properties = { city: { type: 'string', title: 'City' }, odd: { type: ['string', 'number'] } };
    const partly = await read({ inputSchema: { type: 'object', properties, required: ['city'] } });
    expect(partly).toMatchObject({ fields: null, inputSchema: null, fitting: [city] });
    expect(partly.problems).toEqual([
      { path: ['inputSchema', 'properties', 'odd'], message: 'It is one of several types. Choose one.' },
    ]);
    const used = await read({ fields: partly.fitting });
    expect(used).toMatchObject({ fields: [city], fitting: [city], problems: [] });
  });

  it('wants one of both', async () => {
    expect(await admin.code(READ)).toBe('BAD_USER_INPUT');
  });
});

it('lists every kind of execution, with what can run it here', async () => {
  const { executionKinds } = await member.get('{ executionKinds { kind mode runnable executionTypes } }');
  const names = executionKinds.map(({ kind, mode }: { kind: string; mode: string | null }) =>
    mode ? `${kind}.${mode}` : kind,
  );
  expect(names).toEqual([
    ...['static', 'http', 'webhook', 'compute', 'composition', 'prompt.direct', 'prompt.skill', 'prompt.agent'],
    ...['task', 'subAgent', 'image', 'client'],
  ]);
  expect(executionKinds.every((each: { executionTypes: string[] }) => each.executionTypes.length > 0)).toBe(true);
  const { runnableKinds } = app.createContext({ kind: 'system', label: 'test' }, 'test').tools;
  const runnable = executionKinds.map((each: { runnable: boolean }) => each.runnable);
  expect(runnable).toEqual(names.map((name: string) => runnableKinds.has(name)));
});
