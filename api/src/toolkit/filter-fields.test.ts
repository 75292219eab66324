import { describe, expect, it } from 'vitest';
import { schemaToFilterFields } from './filter-fields.ts';
import { humanizeFieldName } from './humanize-field-name.ts';

const letters = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`);

describe('the filter of a property', () => {
  it.each([
    ['a text', { type: 'string' }, { control: 'text' }],
    ['six options', { type: 'string', enum: letters(6) }, { control: 'select', options: letters(6) }],
    ['seven options', { type: 'string', enum: letters(7) }, { control: 'multi-select', options: letters(7) }],
    ['a number', { type: 'number' }, { control: 'number' }],
    ['a whole number', { type: 'integer' }, { control: 'number' }],
    ['a number with both bounds', { type: 'number', minimum: 1, maximum: 9 }, { control: 'range', min: 1, max: 9 }],
    ['a whole number from zero', { type: 'integer', minimum: 0 }, { control: 'range', min: 0 }],
    ['a number up to ten', { type: 'number', maximum: 10 }, { control: 'range', max: 10 }],
    ['a switch', { type: 'boolean' }, { control: 'toggle' }],
    [
      'a list of options',
      { type: 'array', items: { enum: ['a', 'b'] } },
      { control: 'multi-select', options: ['a', 'b'] },
    ],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, { control: 'text' }],
    ['a list of anything', { type: 'array' }, { control: 'text' }],
    [
      'six options or null',
      { type: ['string', 'null'], enum: [...letters(6), null] },
      { control: 'select', options: letters(6) },
    ],
    ['a number or null', { anyOf: [{ type: 'number', minimum: 2 }, { type: 'null' }] }, { control: 'range', min: 2 }],
    ['an object', { type: 'object' }, { control: 'text' }],
  ])('%s', (_case, property, expected) => {
    expect(schemaToFilterFields({ unit_price: property })).toEqual([
      { name: 'unit_price', label: 'Unit Price', ...expected },
    ]);
  });

  it('is called by its title where it has one', () => {
    expect(schemaToFilterFields({ sku: { type: 'string', title: 'Article' } })[0]?.label).toBe('Article');
  });

  it('is left out unless it is among the visible ones, in their order', () => {
    const properties = { a: { type: 'string' }, b: { type: 'boolean' }, c: { type: 'number' } };
    const names = (visible?: string[]) => schemaToFilterFields(properties, visible).map((field) => field.name);
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(names(['c', 'a', 'unknown', 'toString'])).toEqual(['c', 'a']);
    expect(names([])).toEqual([]);
  });
});

it.each([
  ['unit_price', 'Unit Price'],
  ['unit-price', 'Unit Price'],
  ['unitPrice', 'Unit Price'],
  ['name', 'Name'],
  ['created_at_utc', 'Created At Utc'],
  ['__private__name', 'Private Name'],
  ['größe_in-cm', 'Größe In Cm'],
  ['SKU', 'SKU'],
  ['', ''],
])('%j is read as %j', (name, expected) => {
  expect(humanizeFieldName(name)).toBe(expected);
});
