import { expect, it } from 'vitest';
import { findOutputTables } from './output-tables.ts';

const rows = { type: 'array', items: { type: 'object', properties: { paid: { type: 'boolean' } } } };
const filters = [{ name: 'paid', label: 'Paid', control: 'toggle' }];
const object = (properties: object) => ({ type: 'object', properties });

it.each<[string, object | null, string[][]]>([
  ['nothing without a schema', null, []],
  ['nothing in plain values', object({ total: { type: 'number' } }), []],
  ['nothing in lists of plain values', object({ tags: { type: 'array', items: { type: 'string' } } }), []],
  ['nothing in rows whose cells have no names', object({ list: { type: 'array', items: { type: 'object' } } }), []],
  ['an output that is a list itself', rows, [[]]],
  [
    'lists below',
    object({ bills: rows, of: object({ last: object({ year: rows }) }) }),
    [['bills'], ['of', 'last', 'year']],
  ],
  ['a list that may be missing', object({ bills: { anyOf: [rows, { type: 'null' }] } }), [['bills']]],
])('the tables of an output: %s', (_case, schema, paths) => {
  expect(findOutputTables(schema as never)).toEqual(paths.map((path) => ({ path, filters })));
});

it('the tables of an output end somewhere, however deep and wide its schema', () => {
  const deep = Array.from({ length: 20 }).reduce<object>((inner) => object({ inner }), rows);
  expect(findOutputTables(deep as never)).toEqual([]);
  const wide = object(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, rows])));
  expect(findOutputTables(wide as never)).toHaveLength(50);
});
