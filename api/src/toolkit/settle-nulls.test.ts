import { expect, it } from 'vitest';
import { z } from 'zod';
import { toInputSchema } from './json-schema.ts';
import { settleNulls } from './settle-nulls.ts';

const word = z.string();
const person = z.object({ name: word, nick: word.nullable(), age: z.number().nullish() });
const branch = z.object({
  title: word.nullable(),
  get twigs() {
    return z.array(branch).nullish();
  },
});

it.each<[string, z.ZodRawShape, unknown, unknown]>([
  ['what may be left out is left out', { a: word.nullish(), b: word.optional() }, { a: null, b: null }, {}],
  [
    'what has a default is left to it',
    { a: word.default('x'), b: word.default('x').nullable() },
    { a: null, b: null },
    {},
  ],
  ['what must be there stays missing', { a: word }, { a: null }, {}],
  ['what may be null is null', { a: word.nullable(), b: z.enum(['x']).nullable() }, { a: null }, { a: null, b: null }],
  ['a value stays as it is', { a: word.nullable(), n: z.number() }, { a: '', n: 0 }, { a: '', n: 0 }],
  ['within an object', { p: person }, { p: { name: 'Ada', age: null } }, { p: { name: 'Ada', nick: null } }],
  [
    'within an object that may be null',
    { p: person.nullish() },
    { p: { name: 'A' } },
    { p: { name: 'A', nick: null } },
  ],
  ['an object that may be null', { p: person.nullable() }, {}, { p: null }],
  ['within a list', { l: z.array(person) }, { l: [{ name: 'A' }, null] }, { l: [{ name: 'A', nick: null }, null] }],
  [
    'within a record',
    { r: z.record(word, person) },
    { r: { x: { name: 'A' } } },
    { r: { x: { name: 'A', nick: null } } },
  ],
  [
    'a value of a record that may be null',
    { r: z.record(word, word.nullable()), s: z.record(word, z.unknown()).nullish() },
    { r: { x: null, y: 'b' }, s: { x: null } },
    { r: { x: null, y: 'b' }, s: { x: null } },
  ],
  [
    'a value of a record that may not be null',
    { r: z.record(word, word) },
    { r: { x: null, y: 'b' } },
    { r: { y: 'b' } },
  ],
  [
    'named fields beside a record',
    { r: z.object({ a: word.nullish() }).catchall(word.nullable()) },
    { r: { a: null, x: null } },
    { r: { x: null } },
  ],
  ['within itself', { t: branch }, { t: { twigs: [{}] } }, { t: { title: null, twigs: [{ title: null }] } }],
  ['a choice of shapes', { u: z.union([person, word]) }, { u: { name: 'A', nick: null } }, { u: { name: 'A' } }],
  ['a choice of shapes that may be null', { u: z.union([word, z.number()]).nullable() }, {}, { u: null }],
  ['names that are not asked for', { a: word.nullish() }, { b: null, c: { d: null } }, { c: {} }],
])('%s', (_case, shape, given, settled) => {
  expect(settleNulls(given, toInputSchema(z.object(shape)))).toEqual(settled);
});

it('takes no property that every object has for a value', () => {
  const schema = toInputSchema(z.object({ constructor: word.nullable() }));
  expect(Object.entries(settleNulls({}, schema) as object)).toEqual([['constructor', null]]);
});
