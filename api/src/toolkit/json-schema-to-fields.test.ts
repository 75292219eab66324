import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toInputSchema } from './json-schema.ts';
import { jsonSchemaToFields } from './json-schema-to-fields.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const read = (property: unknown, more: Record<string, unknown> = {}) =>
  jsonSchemaToFields(object({ it: property }, more));
const plain = { name: 'it', label: 'It', required: false };

afterEach(() => vi.unstubAllGlobals());

describe('the import of a JSON Schema', () => {
  it.each<[string, unknown, object]>([
    ['a text', { type: 'string', maxLength: 5 }, { type: 'text', max: 5 }],
    ['a text with a pattern', { type: 'string', pattern: '^a+$' }, { type: 'text', pattern: '^a+$' }],
    ['an address', { type: 'string', format: 'uri' }, { type: 'url' }],
    ['an e-mail address', { type: 'string', format: 'email' }, { type: 'email' }],
    ['a day', { type: 'string', format: 'date' }, { type: 'date' }],
    ['a time', { type: 'string', format: 'date-time' }, { type: 'date', variant: 'datetime' }],
    ['a number', { type: 'number', minimum: 0.5 }, { type: 'number', min: 0.5 }],
    ['a whole number', { type: 'integer', exclusiveMinimum: 0 }, { type: 'number', integer: true, min: 1 }],
    ['steps of one', { type: 'number', multipleOf: 1 }, { type: 'number', integer: true }],
    ['a switch with both of its options', { type: 'boolean', enum: [true, false] }, { type: 'boolean' }],
    ['a switch', { type: 'boolean', default: true }, { type: 'boolean', default: true }],
    [
      'options',
      { enum: ['a', 'b'] },
      {
        type: 'enum',
        options: [
          { value: 'a', label: 'a' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    ['one fixed text', { const: 'a' }, { type: 'enum', options: [{ value: 'a', label: 'a' }] }],
    [
      'titled options',
      { oneOf: [{ const: 'a', title: 'Ah' }] },
      { type: 'enum', options: [{ value: 'a', label: 'Ah' }] },
    ],
    ['a record', { type: 'string', 'x-entity-type': 'person' }, { type: 'relation', entityType: 'person' }],
    [
      'records',
      { type: 'array', items: { type: 'string' }, 'x-entity-type': 'person', 'x-entity-select': 'multiple' },
      { type: 'relation', variant: 'multi-picker', entityType: 'person' },
    ],
    ['null beside a type', { type: ['string', 'null'] }, { type: 'text' }],
    ['null as a choice', { anyOf: [{ type: 'number' }, { type: 'null' }] }, { type: 'number' }],
    ['null of OpenAPI', { type: 'boolean', nullable: true }, { type: 'boolean' }],
    ['a default of null', { type: 'string', default: null }, { type: 'text' }],
    [
      'a title and a hint',
      { type: 'string', title: 'Name', description: 'Yours.' },
      { type: 'text', label: 'Name', description: 'Yours.' },
    ],
    ['words that only explain', { type: 'string', examples: ['a'], $comment: 'b', deprecated: true }, { type: 'text' }],
  ])('reads %s', (_case, property, expected) => {
    expect(read(property)).toEqual({ fields: [{ ...plain, ...expected }], problems: [] });
  });

  it('reads nested objects and lists of them', () => {
    const line = object({ sku: { type: 'string' }, count: { type: 'integer' } }, { required: ['sku'] });
    const { fields, problems } = read({ type: 'array', items: line, minItems: 1 }, { required: ['it'] });
    expect(problems).toEqual([]);
    expect(fields).toEqual([
      {
        ...plain,
        required: true,
        type: 'array',
        min: 1,
        items: {
          name: 'item',
          label: 'Item',
          type: 'object',
          required: true,
          fields: [
            { name: 'sku', label: 'Sku', type: 'text', required: true, min: 0 },
            { name: 'count', label: 'Count', type: 'number', required: false, integer: true },
          ],
        },
      },
    ]);
  });

  it('follows references and joins parts within the document', () => {
    const { fields, problems } = jsonSchemaToFields({
      $ref: '#/$defs/order',
      $defs: {
        order: object({
          from: { $ref: '#/$defs/place', title: 'Sender' },
          to: { allOf: [{ $ref: '#/$defs/place' }, { description: 'Where to.' }] },
        }),
        place: { ...object({ city: { $ref: '#/definitions/a~1text' } }), title: 'Place' },
      },
      definitions: { 'a/text': { type: 'string', maxLength: 9 } },
    });
    const city = { name: 'city', label: 'City', type: 'text', required: false, max: 9 };
    expect(problems).toEqual([]);
    expect(fields).toEqual([
      { name: 'from', label: 'Sender', type: 'object', required: false, fields: [city] },
      { name: 'to', label: 'Place', description: 'Where to.', type: 'object', required: false, fields: [city] },
    ]);
  });

  it('reads what zod writes for a tool in code', () => {
    const input = z.object({
      day: z.iso.date(),
      mail: z.email().nullish(),
      size: z
        .enum(['s', 'm'])
        .default('m')
        .meta({ title: 'Size', 'x-field': { variant: 'radio' } }),
      count: z.int().meta({ title: 'How many' }),
      owner: z.string().meta({ 'x-entity-type': 'person' }).nullish(),
    });
    const { fields, problems } = jsonSchemaToFields(toInputSchema(input));
    expect(problems).toEqual([]);
    expect(fields).toEqual([
      { name: 'day', label: 'Day', type: 'date', required: true },
      { name: 'mail', label: 'Mail', type: 'email', required: false },
      {
        name: 'size',
        label: 'Size',
        type: 'enum',
        variant: 'radio',
        required: false,
        default: 'm',
        options: [
          { value: 's', label: 's' },
          { value: 'm', label: 'm' },
        ],
      },
      { name: 'count', label: 'How many', type: 'number', required: true, integer: true },
      { name: 'owner', label: 'Owner', type: 'relation', required: false, entityType: 'person' },
    ]);
  });

  it('believes the schema where a hint beside it says something else', () => {
    const { fields } = read({ type: 'integer', maximum: 9, 'x-field': { type: 'media', variant: 'radio', min: 'x' } });
    expect(fields).toEqual([{ ...plain, type: 'number', integer: true, max: 9 }]);
  });
});

describe('what does not fit', () => {
  it.each<[string, unknown, RegExp]>([
    ['no type', {}, /Give it a type/],
    ['a schema that is just true', true, /Give it a type/],
    ['several types', { type: ['string', 'number'] }, /several types/],
    ['a choice of shapes', { oneOf: [{ type: 'string' }, { type: 'number' }] }, /choice between several shapes/],
    ['options that are numbers', { type: 'number', enum: [1, 2] }, /no texts/],
    ['free keys', { type: 'object', additionalProperties: { type: 'string' } }, /free keys/],
    ['parts that contradict', { allOf: [{ type: 'string' }, { type: 'number' }] }, /different things about type/],
    ['bounds that contradict', { type: 'number', minimum: 5, maximum: 1 }, /upper bound lies below/],
    ['a remote reference', { $ref: 'https://example.com/a.json' }, /leads outside and is not followed/],
    ['a file', { $ref: 'other.json#/a' }, /leads outside/],
    ['a reference to nothing', { $ref: '#/$defs/none' }, /leads nowhere/],
    ['a reference that is no text', { $ref: { toString: 1 } }, /A reference is a text/],
    ['a reference to itself', { $ref: '#/properties/it' }, /leads back to itself/],
    ['a reference to everything', { $ref: '#' }, /leads back to itself/],
  ])('%s is left out and listed', (_case, property, message) => {
    const { fields, problems } = jsonSchemaToFields(object({ it: property, other: { type: 'string' } }));
    expect(fields.map((field) => field.name)).toEqual(['other']);
    expect(problems).toEqual([{ path: ['properties', 'it'], message: expect.stringMatching(message) }]);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, []],
    ['anything', true, []],
    ['one after the other', [{ type: 'string' }], []],
    ['a choice of shapes', { anyOf: [{ type: 'string' }, { type: 'number' }] }, []],
    ['lists of anything', { type: 'array' }, ['items']],
    ['parts that are no list', { type: 'string', allOf: {} }, ['allOf']],
  ])('a list whose entries are %s is listed at its entries', (_case, items, within) => {
    const { fields, problems } = read({ type: 'array', items });
    expect(fields).toEqual([]);
    expect(problems.map(({ path }) => path)).toEqual([['properties', 'it', 'items', ...within]]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['const', { type: 'boolean', const: true }, /boolean does not check const/],
    ['enum', { type: 'boolean', enum: [true] }, /boolean does not check enum/],
    ['enum', { type: 'array', items: { type: 'string' }, enum: [['a']] }, /array does not check enum/],
    ['const', { ...object({ a: { type: 'string' } }), const: { a: 'b' } }, /object does not check const/],
    ['const', { enum: ['a', 'b'], const: 'a' }, /options already/],
    ['minLength', { enum: ['a', 'b'], minLength: 2 }, /enum does not check minLength/],
    ['maxLength', { type: 'string', format: 'date', maxLength: 5 }, /date does not check maxLength/],
    ['minLength', { type: 'string', 'x-entity-type': 'person', minLength: 9 }, /length of an id/],
    ['minLength', { type: 'array', items: { type: 'string' }, minLength: 1 }, /array does not check minLength/],
    ['x-entity-type', { type: 'array', items: { type: 'string' }, 'x-entity-type': 'person' }, /does not check/],
    ['required', object({ a: { type: 'string' } }, { required: 'a' }), /must be a list of names/],
    ['required', object({ a: { type: 'string' } }, { required: ['a', 1] }), /must be a list of names/],
    ['required', { type: 'string', required: true }, /must be a list of names/],
    ['minimum', { type: 'number', minimum: '3' }, /must be a number/],
    ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: true }, /must be a number/],
    ['multipleOf', { type: 'number', multipleOf: '2' }, /must be a number/],
    ['maxLength', { type: 'string', maxLength: null }, /must be a number/],
    ['minItems', { type: 'array', items: { type: 'string' }, minItems: '1' }, /must be a number/],
    ['pattern', { type: 'string', pattern: 5 }, /must be a text/],
    ['format', { type: 'string', format: 5 }, /must be a text/],
    ['title', { type: 'string', title: {} }, /must be a text/],
    ['description', { type: 'string', description: ['a'] }, /must be a text/],
    ['enum', { type: 'string', enum: 'a' }, /must be a list of values/],
    ['nullable', { type: 'string', nullable: 'yes' }, /must be true or false/],
    ['pattern', { type: 'string', pattern: '(?=a)b' }, /left out.*look-around/],
    ['format', { type: 'string', format: 'ipv4' }, /format ipv4 is not checked/],
    ['uniqueItems', { type: 'array', items: { type: 'string' }, uniqueItems: true }, /No field can check uniqueItems/],
    ['not', { type: 'string', not: { const: 'a' } }, /No field can check not/],
    ['multipleOf', { type: 'number', multipleOf: 0.5 }, /Steps/],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, /bound itself becomes allowed/],
    ['default', { type: 'number', default: 'many' }, /refuse this default/],
    [
      'additionalProperties',
      { ...object({ a: { type: 'string' } }), additionalProperties: true },
      /other keys are refused/,
    ],
    ['required', object({ a: { type: 'string' } }, { required: ['b'] }), /no property b/],
  ])('%s is listed, and the field stays', (word, property, message) => {
    const { fields, problems } = read(property);
    expect(fields).toHaveLength(1);
    expect(problems).toEqual([{ path: ['properties', 'it', word], message: expect.stringMatching(message) }]);
  });

  it('what records of a list have to look like is listed', () => {
    const record = { type: 'array', 'x-entity-type': 'person', 'x-entity-select': 'multiple' };
    const { fields, problems } = read({ ...record, items: { type: 'string', minLength: 1, maxLength: 3 } });
    expect(fields).toMatchObject([{ type: 'relation', variant: 'multi-picker' }]);
    expect(problems.map(({ path }) => path.join('.'))).toEqual(['properties.it.items.maxLength']);
  });

  it('names a field cannot have are listed', () => {
    const { fields, problems } = jsonSchemaToFields(
      object({ 'first-name': { type: 'string' }, constructor: { type: 'string' } }),
    );
    expect(fields).toEqual([]);
    expect(problems.map((problem) => problem.path.at(-1))).toEqual(['first-name', 'constructor']);
  });

  it('a tree that contains itself ends where it would repeat', () => {
    const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } });
    const { fields, problems } = jsonSchemaToFields({ $ref: '#/$defs/tree', $defs: { tree } });
    expect(fields.map((field) => field.name)).toEqual(['name']);
    expect(problems).toEqual([
      { path: ['properties', 'children', 'items'], message: expect.stringMatching(/leads back to itself/) },
    ]);
  });

  it('nesting beyond five levels is listed where it begins', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 6; level += 1) deep = { type: 'array', items: deep };
    const { fields, problems } = read(deep);
    expect(fields).toEqual([]);
    expect(problems[0]?.message).toMatch(/5 levels deep/);
  });

  it.each<[string, unknown, RegExp]>([
    ['a text', 'no schema', /A schema is an object/],
    ['null', null, /A schema is an object/],
    ['a list at the top', { type: 'array', items: { type: 'string' } }, /top of the schema must be an object/],
    ['a choice at the top', { oneOf: [object({}), object({ a: {} })] }, /choice between several shapes/],
    ['a remote reference at the top', { $ref: 'http://169.254.169.254/' }, /leads outside/],
    ['300 KiB', object({ a: { type: 'string', description: 'x'.repeat(300 * 1_024) } }), /256 KiB/],
    [
      '5,000 properties',
      object(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, {}]))),
      /2000 parts/,
    ],
  ])('%s is refused as a whole', (_case, schema, message) => {
    expect(jsonSchemaToFields(schema)).toEqual({
      fields: [],
      problems: [{ path: [], message: expect.stringMatching(message) }],
    });
  });

  it('a schema 100,000 levels deep is refused at once', () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { items: deep };
    expect(jsonSchemaToFields(deep).problems[0]?.message).toMatch(/20 levels/);
  });

  it('references that multiply are stopped', () => {
    const names = Array.from({ length: 12 }, (_, index) => `level${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => {
        const below = { $ref: `#/$defs/${names[index + 1]}` };
        return [name, index === 11 ? { type: 'string' } : { allOf: [below, below] }];
      }),
    );
    const start = performance.now();
    const refused = jsonSchemaToFields(
      object({ bomb: { $ref: '#/$defs/level0' }, other: { type: 'string' } }, { $defs }),
    );
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(refused).toEqual({ fields: [], problems: [{ path: [], message: 'The schema has more than 2000 parts.' }] });
  });

  it('nothing is ever fetched', () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    jsonSchemaToFields(
      object(
        { a: { $ref: 'https://example.com/a.json' } },
        { $schema: 'https://example.com/schema', $id: 'https://example.com/id' },
      ),
    );
    expect(fetched).not.toHaveBeenCalled();
  });
});
