import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#access/context.ts';
import type { ManageToolsInput } from '#features/tools/manage-tools-input.ts';
import { newRequestId } from '#platform/ids.ts';
import { toInputSchema } from '#toolkit/json-schema.ts';
import { findStrictProblems } from '#toolkit/strict-mode.ts';
import { tellStory } from '../../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { captureTool } from '../../../../test/tools.ts';
import { manageToolsTool } from './manage-tools.tool.ts';

const tool = captureTool(manageToolsTool);
const fields = [{ name: 'city', label: 'City', type: 'text', required: true }];
const executionSpec = { kind: 'http', url: 'https://api.example.com/{{input.city}}' };
const draft = (slug: string) => ({
  action: 'create',
  slug,
  name: 'Weather',
  description: 'Tells the weather of a city.',
  category: 'information',
  icon: 'cloud-sun',
  fields: JSON.stringify(fields),
  executionSpec: JSON.stringify(executionSpec),
  enabled: false,
});

let app: TestApp;
let admin: Context;
let member: Context;
let stranger: Context;
beforeAll(async () => {
  app = await createTestApp();
  const [ours, theirs] = [await tellStory(app), await tellStory(app)];
  const [boss, helper, other] = [await ours.as('admin'), await ours.as('member'), await theirs.as('admin')];
  [admin, member, stranger] = [boss, helper, other].map(({ viewer }) => app.createContext(viewer, newRequestId())) as [
    Context,
    Context,
    Context,
  ];
});
afterAll(() => app.close());

const run = (input: object, host = admin) => tool.run(input, { host });

it('is what the contract says: flat, asking, switched on by the tenant, for those who may change tools', () => {
  expect(manageToolsTool).toMatchObject({
    slug: 'manageTools',
    origin: 'system',
    category: 'admin',
    permissionPolicy: 'always_ask',
    requiredPermission: 'tools.tenant.update',
  });
  expect(manageToolsTool.policyFor).toBeUndefined();
  const schema = toInputSchema(manageToolsTool.input);
  expect(schema).toMatchObject({ type: 'object', required: ['action'] });
  expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['anyOf']));
  expect(tool.refuse({ action: 'rename' })).toHaveProperty('action');
});

it('authors a tool from the first draft to the end', async () => {
  const { tool: made } = await run(draft('weather'));
  expect(made).toMatchObject({ slug: 'weather', version: 1, origin: 'TENANT', enabled: false });
  expect(JSON.parse(made!.executionSpec!)).toMatchObject(executionSpec);

  const { tools, total } = await run({ action: 'list', category: 'information', name: null });
  expect(tools).toEqual([expect.objectContaining({ slug: 'weather', version: 1 })]);
  expect(total).toBe(1);
  expect((await run({ action: 'list', search: 'nothing like it' })).tools).toEqual([]);

  const { tool: read } = await run({ action: 'get', slug: 'weather' });
  expect(read).toEqual(made);
  const { tool: changed } = await run({ ...read, action: 'update', name: 'Forecast' });
  expect(changed).toEqual({ ...read, name: 'Forecast', version: 2 });

  const stale = await run({ action: 'update', slug: 'weather', version: 1, name: 'Old' });
  expect(stale).toMatchObject({ error: expect.stringContaining('They changed: name.'), currentVersion: 2 });
  expect((await run({ action: 'get', slug: 'weather' })).tool?.name).toBe('Forecast');

  expect(await run({ action: 'delete', slug: 'weather' })).toEqual({ deleted: 'weather' });
  expect(await run({ action: 'get', slug: 'weather' })).toEqual({ error: 'The tool weather was not found.' });
  const entries = await app.database.system.auditEntry.findMany({
    where: { details: { path: ['slug'], equals: 'weather' } },
  });
  expect(entries.map(({ action }) => action)).toEqual(['tool.created', 'tool.updated', 'tool.deleted']);
});

describe('what an action lacks is said in one way', () => {
  const missing: [ManageToolsInput['action'], string, object][] = [
    ['create', 'slug', {}],
    ...(['slug', 'name', 'description', 'category', 'icon', 'fields', 'executionSpec'] as const).map(
      (word): [ManageToolsInput['action'], string, object] => ['create', word, { ...draft('lacking'), [word]: null }],
    ),
    ['create', 'name', { ...draft('lacking'), name: '' }],
    ['update', 'slug', { version: 1 }],
    ['update', 'version', { slug: 'a' }],
    ['delete', 'slug', {}],
    ['get', 'slug', {}],
  ];
  it.each(missing)('%s without %s', async (action, word, more) => {
    expect(await run({ ...more, action })).toEqual({ error: `manageTools.${action} requires '${word}'` });
  });

  it('but JSON Schema does in place of fields', async () => {
    const { fields: _fields, ...rest } = draft('by-schema');
    const inputSchema = JSON.stringify({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    });
    const { tool: made } = await run({ ...rest, inputSchema });
    expect(JSON.parse(made!.fields!)).toEqual([expect.objectContaining({ name: 'city', required: true })]);
  });
});

it('takes the values themselves as well as their text, and answers the same', async () => {
  const { tool: byText } = await run(draft('by-text'));
  const { tool: byValue } = await run({ ...draft('by-value'), fields, executionSpec });
  expect(byValue).toEqual({ ...byText, slug: 'by-value' });
  const { tool: changed } = await run({
    action: 'update',
    slug: 'by-value',
    version: 1,
    inputExamples: [{ label: 'Rome', input: { city: 'Rome' } }],
  });
  expect(JSON.parse(changed!.inputExamples!)).toEqual([{ label: 'Rome', input: { city: 'Rome' } }]);
});

it('says how calls may be refused and what of them is hidden', async () => {
  const lists = { denyOptions: [{ label: 'Not now', reason: 'Ask tomorrow.' }], sensitiveFields: ['city'] };
  const { tool: made } = await run({ ...draft('private'), ...lists });
  expect(JSON.parse(made!.denyOptions!)).toEqual(lists.denyOptions);
  expect(JSON.parse(made!.sensitiveFields!)).toEqual(lists.sensitiveFields);
  const { fields: places } = await run({ ...made, action: 'update', sensitiveFields: ['town'] });
  expect(places).toEqual([{ path: 'sensitiveFields.0', message: expect.stringContaining('town') }]);
});

it('empties by a text, since to models null is what they leave out', async () => {
  const permission = { requiredPermission: 'web.use' };
  const kept = { outputSchema: { type: 'object' }, inputExamples: [{ label: 'Rome', input: { city: 'Rome' } }] };
  const { tool: made } = await run({ ...draft('emptied'), ...permission, ...kept });
  const { tool: left } = await run({ ...made, action: 'update', requiredPermission: null, inputExamples: null });
  expect(left).toEqual({ ...made, version: 2 });
  const emptied = { requiredPermission: '', outputSchema: 'null', inputExamples: 'null' };
  const { tool: bare } = await run({ action: 'update', slug: 'emptied', version: 2, ...emptied });
  expect(bare).toEqual({ ...made, version: 3, requiredPermission: null, outputSchema: null, inputExamples: '[]' });
});

it('announces to models nothing that they refuse, under the names of createTool', () => {
  const { properties } = toInputSchema(manageToolsTool.input) as { properties: Record<string, unknown> };
  expect(findStrictProblems('manageTools', toInputSchema(manageToolsTool.input))).toEqual([]);
  for (const word of ['fields', 'inputSchema', 'outputSchema', 'executionSpec']) {
    expect(JSON.stringify(properties[word])).toContain('"type":"string"');
  }
});

describe('a refusal is an answer', () => {
  it.each<[string, object, { error: RegExp; path?: string }]>([
    ['a slug that is taken', draft('roi-calculator'), { error: /already/, path: 'slug' }],
    ['a reserved slug', draft('admin'), { error: /reserved/, path: 'slug' }],
    ['text that is no JSON', { ...draft('x'), fields: '[{' }, { error: /fields is no JSON/, path: 'fields' }],
    ...(['\\u0000', '\\ud800'] as const).map((half): [string, object, { error: RegExp; path?: string }] => [
      `${half} within a text`,
      { ...draft('x'), executionSpec: `{"kind":"http","url":"https://a.example/","headers":{"x":"${half}"}}` },
      { error: /cannot be stored/, path: 'executionSpec.headers.x' },
    ]),
    [
      'a name that would get lost',
      { ...draft('x'), executionSpec: '{"kind":"static","output":{"a":{"__proto__":1}}}' },
      { error: /name in this object/, path: 'executionSpec.output.a' },
    ],
    [
      'text that nests without end',
      { ...draft('x'), outputSchema: `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
      { error: /At most 40 levels/, path: 'outputSchema' },
    ],
    [
      'a wrong field',
      { ...draft('x'), fields: '[{"name":"city","label":"City","type":"colour"}]' },
      { error: /./, path: 'fields.0.type' },
    ],
    [
      'an address without a host',
      { ...draft('x'), executionSpec: '{"kind":"http","url":"https://"}' },
      { error: /./, path: 'executionSpec.url' },
    ],
    [
      'a kind that nothing runs',
      { ...draft('x'), executionSpec: '{"kind":"task","title":"Look"}', enabled: true },
      { error: /./, path: 'executionSpec.kind' },
    ],
    ['a tool that is not there', { action: 'update', slug: 'nobody', version: 1 }, { error: /^The tool nobody was/ }],
    ['code', { action: 'update', slug: 'roi-calculator', version: 0 }, { error: /built in/, path: 'slug' }],
    ['deleting code', { action: 'delete', slug: 'roi-calculator' }, { error: /cannot be deleted/, path: 'slug' }],
  ])('to %s', async (_case, input, { error, path }) => {
    const answer = await run(input);
    expect(answer.error).toMatch(error);
    expect(answer.fields?.[0]?.path).toBe(path);
    expect(answer.tool).toBeUndefined();
  });

  it('to what would break something, until that is acknowledged', async () => {
    await run(draft('inner'));
    const spec = { kind: 'composition', steps: [{ id: 'one', toolSlug: 'inner', inputMap: { city: 'Rome' } }] };
    await run({ ...draft('outer'), fields: '[]', executionSpec: JSON.stringify(spec) });
    const refused = await run({ action: 'delete', slug: 'inner' });
    expect(refused).toMatchObject({ error: expect.stringContaining('acknowledgeImpact') });
    expect(refused.impact).toEqual(['outer: Step one calls it.']);
    expect(await run({ action: 'delete', slug: 'inner', acknowledgeImpact: true })).toEqual({ deleted: 'inner' });
  });

  it('to those who lack the right, and it is written down', async () => {
    expect((await run(draft('mine'), member)).error).toContain('tools.tenant.create');
    expect((await run({ action: 'list' }, member)).error).toContain('tools.tenant.update');
    expect((await run({ action: 'get', slug: 'roi-calculator' }, member)).error).toBe(
      'The tool roi-calculator was not found.',
    );
    const denials = () =>
      app.database.system.auditEntry.count({ where: { action: 'manageTools.create', decision: 'DENIED' } });
    await expect.poll(denials, { timeout: 5_000 }).toBe(1);
  });

  it('and another tenant has no such tool', async () => {
    await run(draft('ours'));
    for (const action of ['get', 'delete', 'update']) {
      const answer = await run({ action, slug: 'ours', version: 1, name: 'Theirs' }, stranger);
      expect(answer).toEqual({ error: 'The tool ours was not found.' });
    }
    const { tools } = await run({ action: 'list' }, stranger);
    expect(tools?.map(({ slug }) => slug)).not.toContain('ours');
  });
});

it('a mistake of ours is thrown, and not taken for an answer', async () => {
  const broken = { ...admin, tools: { ...admin.tools, of: () => Promise.reject(new TypeError('ours')) } };
  await expect(run({ action: 'list' }, broken)).rejects.toThrow('ours');
});
