import { beforeAll, describe, expect, it } from 'vitest';
import type { InvalidInput } from '#platform/errors.ts';
import type { ToolShelf } from '#toolkit/tool-shelf.ts';
import { composeTool, type DraftSurroundings } from './compose-tool.ts';
import type { ToolContent } from './tool-content.ts';
import type { ToolDraft } from './tool-draft.ts';
import { findNamesake, findSlugProblem } from './tool-slug.ts';

const SURROUNDINGS: DraftSurroundings = {
  slug: 'mine',
  findSpec: (slug) => (slug === 'code' ? null : undefined),
  findFields: () => [],
  findInputs: () => undefined,
  findCallers: () => [],
  runnableKinds: new Set(['http', 'static', 'composition', 'compute']),
};
const FIELD = { name: 'city', label: 'City', type: 'text', required: true };
const DRAFT: ToolDraft = {
  name: 'Weather',
  description: 'Use it to learn the weather of a city.',
  category: 'web',
  icon: 'cloud',
  fields: [FIELD],
  executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}' },
};

const listOf = (name: string, ...fields: object[]) => ({
  name,
  label: name,
  type: 'array',
  items: { type: 'object', fields: [{ ...FIELD, name: 'first' }, ...fields] },
});

const compose = (draft: ToolDraft, base: ToolContent | null = null) => composeTool(base, draft, SURROUNDINGS);

async function problemsOf(draft: ToolDraft, base: ToolContent | null = null): Promise<string[]> {
  try {
    await compose(draft, base);
    return [];
  } catch (error) {
    const { fields } = (error as InvalidInput).details as { fields: { path: string[] }[] };
    return fields.map((field) => field.path.join('.'));
  }
}

it('fills in what an author leaves out', async () => {
  expect((await compose(DRAFT)).content).toMatchObject({
    name: 'Weather',
    permissionPolicy: 'auto',
    requiredPermission: null,
    enabled: true,
    executionType: 'gateway',
    visibility: 'visible',
    executionSpec: { kind: 'http', method: 'GET' },
    inputSchema: { type: 'object', required: ['city'], additionalProperties: false },
    outputSchema: null,
    outputSections: [],
    inputExamples: [],
    display: null,
  });
});

it('takes a JSON Schema in place of fields', async () => {
  const inputSchema = { type: 'object', properties: { city: { type: 'string', title: 'City' } }, required: ['city'] };
  const { content } = await compose({ ...DRAFT, fields: null, inputSchema });
  expect(content.fields).toMatchObject([{ name: 'city', label: 'City', type: 'text', required: true }]);
});

it('takes a tool without any input, if the author says so', async () => {
  const executionSpec = { kind: 'static', output: 1 };
  expect((await compose({ ...DRAFT, fields: [], executionSpec })).content.fields).toEqual([]);
});

describe('refuses a new tool on the field that is wrong', () => {
  it.each<[string, ToolDraft, string[]]>([
    ['nothing at all', {}, ['name', 'description', 'category', 'icon', 'fields', 'executionSpec']],
    ['an empty name', { ...DRAFT, name: ' ' }, ['name']],
    ['a name too long', { ...DRAFT, name: 'x'.repeat(121) }, ['name']],
    ['an icon that is none', { ...DRAFT, icon: '<svg>' }, ['icon']],
    ['fields and a schema', { ...DRAFT, inputSchema: {} }, ['inputSchema']],
    ['a schema that does not fit', { ...DRAFT, fields: null, inputSchema: { type: 'array' } }, ['inputSchema']],
    ['a field without a label', { ...DRAFT, fields: [{ ...FIELD, label: '' }] }, ['fields.0.label']],
    ['two fields of one name', { ...DRAFT, fields: [FIELD, FIELD] }, ['fields.1.name']],
    ['a field for a space', { ...DRAFT, fields: [FIELD, { ...FIELD, name: 'spaceId' }] }, ['fields.1.name']],
    [
      'a field for a space deep within',
      { ...DRAFT, fields: [FIELD, listOf('rows', { ...FIELD, name: 'targetSpaceId' })] },
      ['fields.1.items.fields.1.name'],
    ],
    ['a pattern that could hang', { ...DRAFT, fields: [{ ...FIELD, pattern: '(?=a)' }] }, ['fields.0.pattern']],
    [
      'an address without a host',
      { ...DRAFT, executionSpec: { kind: 'http', url: 'https://' } },
      ['executionSpec.url'],
    ],
    [
      'an unknown input',
      { ...DRAFT, executionSpec: { kind: 'http', url: 'https://a.b/{{input.x}}' } },
      ['executionSpec.url'],
    ],
    [
      'a tool that is not there',
      { ...DRAFT, executionSpec: { kind: 'composition', steps: [{ id: 'a', toolSlug: 'gone' }] } },
      ['executionSpec.steps.0.toolSlug'],
    ],
    ['a kind without a runner', { ...DRAFT, executionSpec: { kind: 'task', title: 'x' } }, ['executionSpec.kind']],
    [
      'a calculation that cannot be read',
      { ...DRAFT, executionSpec: { kind: 'compute', operation: 'evaluate', expression: '1 +' } },
      ['executionSpec.expression'],
    ],
    ['an unknown permission', { ...DRAFT, requiredPermission: 'moon.land' }, ['requiredPermission']],
    ['a contradiction', { ...DRAFT, executionType: 'internal', visibility: 'visible' }, ['visibility']],
    ['a type of another kind', { ...DRAFT, executionType: 'space' }, ['executionType']],
    [
      'a stale example',
      { ...DRAFT, inputExamples: [{ label: 'x', input: { town: 'x' } }] },
      ['inputExamples.0.input.town'],
    ],
    [
      'a wrong example',
      { ...DRAFT, inputExamples: [{ label: 'x', input: { city: 1 } }] },
      ['inputExamples.0.input.city'],
    ],
    ['a sensitive field that is not there', { ...DRAFT, sensitiveFields: ['city', 'town'] }, ['sensitiveFields.1']],
    ['a sensitive field without a name', { ...DRAFT, sensitiveFields: [' '] }, ['sensitiveFields.0']],
    ['a sensitive field named twice', { ...DRAFT, sensitiveFields: ['city', 'city'] }, ['sensitiveFields']],
    ['an output schema that is none', { ...DRAFT, outputSchema: 'object' }, ['outputSchema']],
    [
      'a schema from elsewhere',
      { ...DRAFT, outputSchema: { $ref: 'https://evil.test/schema' } },
      ['outputSchema.$ref'],
    ],
    [
      'a schema that points to itself',
      { ...DRAFT, outputSchema: { $defs: { a: { $ref: '#/$defs/a' } } } },
      ['outputSchema.$defs.a.$ref'],
    ],
    [
      'an output pattern that could hang',
      { ...DRAFT, outputSchema: { properties: { a: { type: 'string', pattern: '(a)\\1' } } } },
      ['outputSchema.properties.a.pattern'],
    ],
    ['a type that is none', { ...DRAFT, outputSchema: { type: 'text' } }, ['outputSchema.type']],
    [
      'an unknown section',
      { ...DRAFT, outputSections: [{ key: 'a', label: 'A', type: 'pie' }] },
      ['outputSections.0.type'],
    ],
    [
      'a section of what the output cannot have',
      {
        ...DRAFT,
        outputSchema: { type: 'object', properties: { a: {} }, additionalProperties: false },
        outputSections: ['a', 'b'].map((key) => ({ key, label: key, type: 'summary' })),
      },
      ['outputSections.1.key'],
    ],
    ['several things', { ...DRAFT, name: '', outputSchema: 1 }, ['name', 'outputSchema']],
  ])('%s', async (_case, draft, paths) => {
    expect(await problemsOf(draft)).toEqual(paths);
  });

  it.each<[string, ToolDraft, string]>([
    ['fields that are no list', { ...DRAFT, fields: 'city' as never }, 'fields: Give a list.'],
    ['a field that is none', { ...DRAFT, fields: ['city'] }, 'fields.0: Give an object.'],
    ['a field without a name', { ...DRAFT, fields: [{ label: 'A', type: 'text' }] }, 'fields.0.name: Fill this in.'],
    ['a long label', { ...DRAFT, fields: [{ ...FIELD, label: 'x'.repeat(121) }] }, 'fields.0.label: At most 120 char'],
    ['no options', { ...DRAFT, fields: [{ ...FIELD, type: 'enum', options: [] }] }, 'options: At least 1 entry.'],
    [
      'an odd option',
      { ...DRAFT, fields: [{ ...FIELD, type: 'enum', options: [1] }] },
      'options.0: An option is a text',
    ],
    [
      'a word too many',
      { ...DRAFT, fields: [{ ...FIELD, colour: 1 }] },
      'fields.0.colour: There is no field colour here.',
    ],
    ['sections that are no list', { ...DRAFT, outputSections: {} }, 'outputSections: Give a list.'],
    [
      'a section of no type',
      { ...DRAFT, outputSections: [{ key: 'a', label: 'A', type: 'pie' }] },
      'outputSections.0.type: Choose one of summary, table,',
    ],
    ['an example without input', { ...DRAFT, inputExamples: [{ label: 'A' }] }, 'inputExamples.0.input: Fill this in.'],
    ['no steps', { ...DRAFT, executionSpec: { kind: 'composition' } }, 'executionSpec.steps: Fill this in.'],
    ['no output', { ...DRAFT, executionSpec: { kind: 'static' } }, 'executionSpec.output: Fill this in.'],
  ])('%s, in plain words', async (_case, draft, words) => {
    await expect(compose(draft)).rejects.toThrow(words);
  });

  it('values that nest without end, in no time', async () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const started = performance.now();
    for (const word of ['fields', 'executionSpec', 'outputSchema', 'inputExamples', 'outputSections'] as const) {
      expect(await problemsOf({ ...DRAFT, [word]: [deep] })).toEqual([word]);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it('lets a section show what an open output may have', async () => {
  const outputSchema = { type: 'object', properties: { a: {} } };
  const outputSections = [{ key: 'b', label: 'B', type: 'summary' }];
  expect(await problemsOf({ ...DRAFT, outputSchema, outputSections })).toEqual([]);
});

it('refuses a draft full of mistakes with the first of them', async () => {
  const outputSchema = { properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at, { type: 'x' }])) };
  const refusal = await compose({ ...DRAFT, outputSchema }).catch((error: InvalidInput) => error);
  const { details, message } = refusal as InvalidInput;
  expect(details.fields).toHaveLength(51);
  expect(message).toMatch(/ 250 more problems are not listed\. Mend these first\.$/);
});

it('lets a kind without a runner be drafted', async () => {
  const draft = { ...DRAFT, executionSpec: { kind: 'task', title: 'Call {{input.city}}' } };
  const { content: base } = await compose({ ...draft, enabled: false });
  expect(base.enabled).toBe(false);
  expect(await problemsOf({ enabled: true }, base)).toEqual(['executionSpec.kind']);
});

describe('a change', () => {
  let base: ToolContent;
  beforeAll(async () => {
    const requiredPermission = 'web.use';
    const inputExamples = [{ label: 'Rome', input: { city: 'Rome' } }];
    const outputSections = [{ key: 'sky', label: 'Sky', type: 'summary' }];
    const denyOptions = [{ label: 'Not now', reason: 'Ask again tomorrow.' }];
    const lists = { inputExamples, outputSections, denyOptions, sensitiveFields: ['city'] };
    const made = await compose({ ...DRAFT, ...lists, requiredPermission, outputSchema: { type: 'object' } });
    base = made.content;
  });

  it('leaves alone what is not given', async () => {
    const { content, stale } = await compose({ name: 'Forecast' }, base);
    expect(content).toEqual({ ...base, name: 'Forecast' });
    expect(stale).toEqual([]);
  });

  it('empties with null what may be empty, and nothing else', async () => {
    const nothing = { name: null, fields: null, executionSpec: null, enabled: null, permissionPolicy: null };
    const plain = { requiredPermission: null, outputSchema: null };
    const lists = { outputSections: null, inputExamples: null, denyOptions: null, sensitiveFields: null };
    const { content, stale } = await compose({ ...nothing, ...plain, ...lists }, base);
    const none = { outputSections: [], inputExamples: [], denyOptions: [], sensitiveFields: [] };
    expect(content).toEqual({ ...base, ...plain, ...none });
    expect(stale).toEqual([]);
  });

  it('is checked against what is there: a spec against kept fields, fields against the kept spec', async () => {
    expect(await problemsOf({ executionSpec: { kind: 'http', url: 'https://a.b/{{input.town}}' } }, base)).toHaveLength(
      1,
    );
    expect(await problemsOf({ fields: [{ ...FIELD, name: 'town' }] }, base)).toEqual(['executionSpec.url']);
  });

  it('tells which kept examples do not fit any more, and drops them', async () => {
    const fields = [{ ...FIELD, type: 'number' }];
    const { content, stale } = await compose({ fields }, base);
    expect([content.inputExamples, stale.map((example) => example.label)]).toEqual([[], ['Rome']]);
    expect((await compose({ fields, inputExamples: [] }, base)).stale).toEqual([]);
  });

  it('tells which hidden names are gone, and keeps the others', async () => {
    const executionSpec = { kind: 'static', output: {} };
    const fields = [{ ...FIELD, name: 'town' }];
    const { content, gone } = await compose({ fields, executionSpec }, base);
    expect([content.sensitiveFields, gone]).toEqual([[], ['city']]);
    const outputSchema = { type: 'object', properties: { city: true } };
    const answered = await compose({ fields, executionSpec, outputSchema }, base);
    expect([answered.content.sensitiveFields, answered.gone]).toEqual([['city'], []]);
  });

  it('to another kind brings the place that fits it', async () => {
    const { content } = await compose({ executionSpec: { kind: 'static', output: {} } }, base);
    expect([content.executionType, content.visibility]).toEqual(['internal', 'hidden']);
    const internal = (await compose({ executionType: 'internal' }, base)).content;
    expect([internal.executionType, internal.visibility]).toEqual(['internal', 'hidden']);
  });
});

describe('a slug', () => {
  it.each(['a', 'roi-calculator', 'web_search', 'getWeather', 'crm:find', 'newest', 'A1'])('may be %s', (slug) => {
    expect(findSlugProblem(slug)).toBeUndefined();
  });

  it.each(['', '1a', '-a', 'a b', 'a/b', 'a.b', 'ä', 'new', 'New', 'edit', 'admin', 'agent:x', 'x'.repeat(65)])(
    'may not be %j',
    (slug) => {
      expect(findSlugProblem(slug)).toBeDefined();
    },
  );

  it('is taken if another tool has the same name to models, who know no colon', () => {
    const tools = [{ slug: 'crm:find' }, { slug: 'web_search' }] as never;
    const shelf: ToolShelf = { tools, find: () => undefined, secretsSet: new Set(), withRows: () => shelf };
    expect(['crm:find', 'crm_find', 'web:search', 'crm-find'].map((slug) => findNamesake(slug, shelf))).toEqual([
      'crm:find',
      'crm:find',
      'web_search',
      undefined,
    ]);
  });
});
