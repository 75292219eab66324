import { expect, it } from 'vitest';
import type { FieldDefinition } from './field-definition.ts';
import type { JsonSchema } from './json-schema.ts';
import { defineToolUi, isDefinedToolUi, type ToolUiAuthoring } from './tool-ui.ts';
import { findUiProblems } from './tool-ui-rules.ts';

const FIELDS: FieldDefinition[] = [
  { name: 'amount', label: 'Amount', type: 'number', required: true },
  { name: 'note', label: 'Note', type: 'text', required: false },
  { name: 'rates', label: 'Rates', type: 'object', variant: 'json', required: false, schema: { type: 'array' } },
];
const OUTPUT: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'object', properties: { total: { type: 'number' } } },
    years: { type: 'array', items: { type: 'object', properties: { year: {}, gain: {} } } },
    deep: { type: 'object', properties: { inner: { type: 'object', properties: { leaf: {} } } } },
    text: { type: 'string' },
  },
};
const GROUPS = [{ fields: ['amount', 'note'] }];
const stats = (path: string, key: string) => ({ kind: 'stats' as const, path, items: [{ key }] });
const problemsOf = (ui: Omit<ToolUiAuthoring, 'tool'>, outputSchema: JsonSchema | null = OUTPUT) =>
  findUiProblems(defineToolUi({ tool: 'sums', ...ui }), { fields: FIELDS, outputSchema });

it('has nothing against a form and a view that fit', () => {
  const form = { groups: GROUPS, fields: { note: { variant: 'multiline', label: 'Remark' } } };
  const view = {
    blocks: [
      stats('summary', 'total'),
      stats('deep.inner', 'leaf'),
      { kind: 'table' as const, path: 'years', columns: [{ key: 'year' }, { key: 'gain' }] },
      { kind: 'chart' as const, path: 'years', type: 'line' as const, x: { key: 'year' }, series: [{ key: 'gain' }] },
    ],
  };
  expect(problemsOf({ form, view })).toEqual([]);
  expect(problemsOf({})).toEqual([]);
});

it.each<[string, ToolUiAuthoring['form'], string]>([
  ['shows a field twice', { groups: [...GROUPS, { fields: ['note'] }] }, 'the form shows note twice.'],
  [
    'places a field that is not there',
    { groups: [{ fields: ['amount', 'colour'] }] },
    'the form names colour, which the input does not have.',
  ],
  [
    'words a field that is not there',
    { groups: GROUPS, fields: { colour: { label: 'Colour' } } },
    'the form names colour, which the input does not have.',
  ],
  [
    'lays out what can only be JSON',
    { groups: GROUPS, fields: { rates: { variant: 'group' } } },
    'rates can only be written as json.',
  ],
  [
    'leaves out what must be filled in',
    { groups: [{ fields: ['note'] }] },
    'the form leaves out amount, which must be filled in.',
  ],
  [
    'folds away what must be filled in',
    { groups: [{ fields: ['amount'], additional: true }] },
    'the form folds away amount, which must be filled in.',
  ],
  [
    'asks for a variant that the type does not have',
    { groups: GROUPS, fields: { amount: { variant: 'multiline' } } },
    'amount is a number and has no variant multiline.',
  ],
])('names a form that %s', (_case, form, problem) => {
  expect(problemsOf({ form })).toEqual([problem]);
});

const chart = (x: string, gain: string) => ({
  kind: 'chart' as const,
  path: 'years',
  type: 'bar' as const,
  x: { key: x },
  series: [{ key: gain }],
});

it.each<[string, NonNullable<ToolUiAuthoring['view']>['blocks'][number], string]>([
  ['a place that is not there', stats('sums', 'total'), 'sums'],
  ['a place without properties', stats('text', 'total'), 'text'],
  ['a key that is not there', stats('summary', 'average'), 'summary.average'],
  ['a column that is not there', { kind: 'table', path: 'years', columns: [{ key: 'cost' }] }, 'years.cost'],
  ['an axis that is not there', chart('month', 'gain'), 'years.month'],
  ['a series that is not there', chart('year', 'loss'), 'years.loss'],
])('names a view of %s', (_case, block, place) => {
  expect(problemsOf({ view: { blocks: [block] } })).toEqual([
    `the view shows ${place}, which the output does not have.`,
  ]);
});

it('finds no view of an output that is not described', () => {
  expect(problemsOf({ view: { blocks: [stats('summary', 'total')] } }, null)).toHaveLength(1);
});

it('refuses what no client could draw, as soon as it is written', () => {
  expect(() => defineToolUi({ tool: 'sums', form: { groups: [] } })).toThrow();
  expect(() => defineToolUi({ tool: 'sums', view: { blocks: [{ kind: 'map', path: 'x' } as never] } })).toThrow();
});

it('fills in what the author left to us, and knows its own', () => {
  const ui = defineToolUi({ tool: 'sums', form: { groups: GROUPS } });
  expect(ui.form).toEqual({ groups: [{ fields: ['amount', 'note'], columns: 1, additional: false }], fields: {} });
  expect(isDefinedToolUi(ui)).toBe(true);
  expect(isDefinedToolUi({ ...ui })).toBe(false);
});
