import { describe, expect, it } from 'vitest';
import { type FilterValue, fitsFilters, toTableFilters } from './column-filter.ts';

const fits = (control: string, value: unknown, wanted: FilterValue) =>
  fitsFilters({ a: value }, [{ name: 'a', label: 'A', control }], { a: wanted });

describe('a row', () => {
  it.each<[string, unknown, FilterValue, boolean]>([
    ['select', 'open', 'open', true],
    ['select', 'opened', 'open', false],
    ['multi-select', 'b', ['a', 'b'], true],
    ['multi-select', 'c', ['a', 'b'], false],
    ['multi-select', ['c', 'a'], ['a', 'b'], true],
    ['multi-select', [], ['a'], false],
    ['multi-select', undefined, ['a'], false],
    ['number', 5, 5, true],
    ['number', 5.5, 5, false],
    ['number', 0, 0, true],
    ['range', 5, { from: 5, to: 7 }, true],
    ['range', 7, { to: 7 }, true],
    ['range', 4, { from: 5 }, false],
    ['range', 8, { to: 7 }, false],
    ['range', null, { from: 0 }, false],
    ['toggle', true, true, true],
    ['toggle', false, false, true],
    ['toggle', null, false, false],
    ['text', 'Blue Moon', ' moon', true],
    ['text', 'Blue Moon', 'sun', false],
    ['text', ['red', 'blue'], 'blue', true],
    ['text', null, 'x', false],
  ])('filtered by %s: %j for %j is %s', (control, value, wanted, expected) => {
    expect(fits(control, value, wanted)).toBe(expected);
  });

  it('stays as long as nothing is asked of it, and has to fit all that is', () => {
    const filters = ['a', 'b'].map((name) => ({ name, label: name, control: 'number' }));
    expect(fitsFilters({ a: 1, b: 2 }, filters, {})).toBe(true);
    expect(fitsFilters({ a: 1, b: 2 }, filters, { a: 1, b: 2 })).toBe(true);
    expect(fitsFilters({ a: 1, b: 2 }, filters, { a: 1, b: 3 })).toBe(false);
  });
});

it('filters are found by the part of the schema that they are for, also where it may be null', () => {
  const list = { type: 'array' };
  const either = { anyOf: [{ type: 'null' }, { type: 'object', properties: { list } }] };
  const schema = { properties: { either } };
  const filters = [{ name: 'a', label: 'A', control: 'text' }];
  expect(toTableFilters(schema, [{ path: ['either', 'list'], filters }]).get(list)).toBe(filters);
  expect(toTableFilters(schema, [{ path: [], filters }]).get(schema)).toBe(filters);
  expect(toTableFilters(schema).size).toBe(0);
  expect(toTableFilters(schema, [{ path: ['gone'], filters }]).size).toBe(0);
});
