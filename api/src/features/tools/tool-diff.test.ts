import { expect, it } from 'vitest';
import { diffTools } from './tool-diff.ts';

const field = (name: string, more: object = {}) => ({ name, label: name, type: 'text', required: true, ...more });

it('finds nothing between equals, whatever the order of their keys', () => {
  const one = { fields: [field('a')], executionSpec: { kind: 'http', url: 'x' } };
  const other = {
    executionSpec: { url: 'x', kind: 'http' },
    fields: [{ required: true, type: 'text', label: 'a', name: 'a' }],
  };
  expect(diffTools(one, other)).toEqual([]);
});

it('names fields by their names, added, removed, changed and moved', () => {
  const before = { fields: [field('a'), field('b'), field('c')] };
  const after = { fields: [field('c', { label: 'See' }), field('a'), field('d')] };
  expect(diffTools(before, after)).toEqual([
    { path: 'fields.b', change: 'REMOVED', before: field('b'), after: null },
    { path: 'fields.c.label', change: 'CHANGED', before: 'c', after: 'See' },
    { path: 'fields.d', change: 'ADDED', before: null, after: field('d') },
    { path: 'fields', change: 'MOVED', before: ['a', 'b', 'c'], after: ['c', 'a', 'd'] },
  ]);
});

it('goes into groups, lists, options and steps', () => {
  const before = {
    fields: [
      field('group', { type: 'object', fields: [field('inner')] }),
      field('list', { type: 'array', items: field('item', { max: 3 }) }),
      field('choice', { type: 'enum', options: [{ value: 'x', label: 'X' }] }),
    ],
    executionSpec: { kind: 'composition', steps: [{ id: 's', toolSlug: 't', inputMap: { a: '{{input.a}}' } }] },
  };
  const after = {
    fields: [
      field('group', { type: 'object', fields: [field('inner', { required: false })] }),
      field('list', { type: 'array', items: field('item') }),
      field('choice', {
        type: 'enum',
        options: [
          { value: 'x', label: 'Ex' },
          { value: 'y', label: 'Y' },
        ],
      }),
    ],
    executionSpec: { kind: 'composition', steps: [{ id: 's', toolSlug: 't', inputMap: { a: 1 } }] },
  };
  expect(diffTools(before, after).map(({ path, change }) => `${change} ${path}`)).toEqual([
    'CHANGED fields.group.fields.inner.required',
    'REMOVED fields.list.items.max',
    'CHANGED fields.choice.options.x.label',
    'ADDED fields.choice.options.y',
    'CHANGED executionSpec.steps.s.inputMap.a',
  ]);
});

it('tells values apart from none, and lists without names by their places', () => {
  const before = { outputSchema: null, executionSpec: { kind: 'static', output: [1, 2, [3]] } };
  const after = { outputSchema: { type: 'object' }, executionSpec: { kind: 'static', output: [1, 5, [3], 4] } };
  expect(diffTools(before, after)).toEqual([
    { path: 'outputSchema', change: 'CHANGED', before: null, after: { type: 'object' } },
    { path: 'executionSpec.output.1', change: 'CHANGED', before: 2, after: 5 },
    { path: 'executionSpec.output.3', change: 'ADDED', before: null, after: 4 },
  ]);
});

it('leaves out the input schema, which only repeats the fields', () => {
  expect(diffTools({ inputSchema: { a: 1 } }, { inputSchema: { a: 2 } })).toEqual([]);
});
