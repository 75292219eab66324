import { describe, expect, it } from 'vitest';
import { inWords } from '#platform/errors.ts';
import { findMisfit } from './find-misfit.ts';
import type { JsonSchema } from './json-schema.ts';

const told = (schema: JsonSchema, value: unknown) => {
  const misfit = findMisfit(value, schema);
  return misfit && inWords(misfit);
};

const TREE: JsonSchema = {
  $defs: {
    node: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/node' } } },
  },
  $ref: '#/$defs/node',
};
const PAIR: JsonSchema = { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false };
const SHAPES = [
  { type: 'object', required: ['a'] },
  { type: 'object', required: ['b'] },
];

describe('what a schema promises', () => {
  it.each<[JsonSchema, unknown[], unknown[]]>([
    [{}, [null, 1, {}], []],
    [{ type: 'string' }, ['', 'x'], [1, null, {}]],
    [{ type: 'number' }, [1, 1.5, '1e400', '0.1234567890123456789'], ['1', '1.50', 'x']],
    [{ type: 'integer' }, [1, 1.0, '9007199254740993'], [1.5, '1']],
    [{ type: 'object' }, [{}], [[], null, 'x']],
    [{ type: 'array' }, [[]], [{}]],
    [{ type: ['string', 'null'] }, ['x', null], [1]],
    [{ type: 'string', nullable: true }, ['x', null], [1]],
    [{ enum: ['a', { b: [1] }] }, ['a', { b: [1] }], ['b', { b: [2] }]],
    [{ const: null }, [null], [0]],
    [{ minLength: 2, maxLength: 3 }, ['ab', '😀😀😀', 5], ['a', 'abcd']],
    [{ pattern: '^a+$' }, ['aa', 1], ['ab']],
    [{ minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, '9'], [0.9, 3]],
    [{ exclusiveMinimum: 1, maximum: 3 }, [1.1, 3], [1, 3.1]],
    [{ multipleOf: 0.1 }, [0.3, 7], [0.35]],
    [{ required: ['a'] }, [{ a: null }, []], [{}, { b: 1 }]],
    [{ properties: { a: { type: 'number' } } }, [{}, { a: 1, b: 'x' }], [{ a: 'x' }]],
    [{ properties: { a: {} }, additionalProperties: false }, [{ a: 1 }], [{ b: 1 }]],
    [{ additionalProperties: { type: 'number' } }, [{ a: 1 }], [{ a: 'x' }]],
    [
      { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      [{ 'x-a': '' }],
      [{ 'x-a': 1 }, { a: '' }],
    ],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 1, c: 1 }]],
    [{ dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
    [{ dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
    [{ items: { type: 'number' }, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3], ['x']]],
    [
      { uniqueItems: true },
      [[1, '1', { a: 1 }]],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [PAIR, [['x', 1], ['x'], []], [[1], ['x', 1, 2]]],
    [{ items: [{ type: 'string' }], additionalItems: false }, [['x']], [[1], ['x', 1]]],
    [{ contains: { type: 'number' }, maxContains: 1 }, [['x', 1]], [['x'], [1, 2]]],
    [{ allOf: SHAPES }, [{ a: 1, b: 1 }], [{ a: 1 }]],
    [{ anyOf: SHAPES }, [{ a: 1 }, { a: 1, b: 1 }], [{}, 1]],
    [{ oneOf: SHAPES }, [{ a: 1 }], [{ a: 1, b: 1 }, {}]],
    [{ not: { type: 'null' } }, [1], [null]],
    [
      JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] }, "else": { "required": ["c"] } }'),
      [{ a: 1, b: 1 }, { c: 1 }],
      [{ a: 1 }, {}],
    ],
    [
      TREE,
      [{ id: 1, next: { id: 2 } }],
      [
        { id: 1, next: {} },
        { id: 1, next: { id: 'x' } },
      ],
    ],
    [{ properties: { a: false, b: true } }, [{ b: 1 }], [{ a: 1 }]],
  ])('%j is kept and broken', (schema, kept, broken) => {
    expect(kept.map((value) => told(schema, value))).toEqual(kept.map(() => undefined));
    for (const value of broken) expect(told(schema, value)).toMatch(/\.$/);
  });

  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'object' }, 'x', 'This must be an object.'],
    [{ required: ['a', 'b', 'c'] }, { b: 1 }, 'This must have a, c.'],
    [TREE, { id: 1, next: { id: 1, next: { id: 'x' } } }, 'next.next.id: This must be a whole number.'],
    [{ properties: { list: PAIR } }, { list: ['x', 'y'] }, 'list.1: This must be a number.'],
    [{ additionalProperties: false }, { a: 1 }, 'a: Nothing of this name is promised.'],
  ])('is broken at a place that can be found: %j', (schema, value, words) => {
    expect(told(schema, value)).toBe(words);
  });

  it.each<[string, JsonSchema]>([
    ['nobody knows', { type: 'odd', format: 'email', unevaluatedProperties: false, x: 1 }],
    [
      'are malformed',
      { required: 'a', properties: [1], items: 5, enum: 'x', minimum: '1', allOf: {}, $ref: 7, pattern: 1 },
    ],
  ])('in words that %s promises nothing', (_case, schema) => {
    for (const value of [1, 'x', [1], { a: 1 }, null]) expect(told(schema, value)).toBeUndefined();
  });

  it('is not found among the words of JavaScript', () => {
    expect(told({ properties: { a: { type: 'string' } }, required: ['constructor'] }, {})).toBe(
      'This must have constructor.',
    );
    expect(told({ additionalProperties: false }, JSON.parse('{"__proto__": 1}'))).toMatch(/^__proto__: /);
  });
});

it.each<[string, JsonSchema, unknown]>([
  ['a circle', { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }, 1],
  [
    'a circle that doubles',
    { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
    1,
  ],
  ['a pattern for a long text', { pattern: '(a|b|ab)*c{1,500}$' }, 'ab'.repeat(500_000)],
  [
    'choices in choices',
    Array.from({ length: 15 }).reduce<JsonSchema>((part) => ({ anyOf: [part, part, part] }), { type: 'null' }),
    1,
  ],
  ['a long list', { items: { anyOf: Array(20).fill({ type: 'string' }) } }, Array(400_000).fill(1)],
])('%s is not looked at for long', (_case, schema, value) => {
  const started = performance.now();
  findMisfit(value, schema);
  expect(performance.now() - started).toBeLessThan(2_000);
});
