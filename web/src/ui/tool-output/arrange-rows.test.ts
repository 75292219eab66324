import { describe, expect, it } from 'vitest';
import { searchText, sortRows } from './arrange-rows.ts';
import { formatTick, formatValue } from './format-value.ts';
import type { Format } from './output-block.ts';

const sorted = (values: unknown[], descending = false, format?: Format) =>
  sortRows(
    values.map((a) => ({ a })),
    { key: 'a', descending },
    { key: 'a', label: 'A', format },
  ).map((row) => row.a);

describe('sorting', () => {
  it.each([
    ['numbers by size', [10, 9, -1], [-1, 9, 10]],
    ['numbers within text by size', ['file 10', 'file 9'], ['file 9', 'file 10']],
    ['text without regard to case', ['b', 'A', 'a2'], ['A', 'a2', 'b']],
    ['what is missing last', [null, 2, '', undefined, 1], [1, 2, null, '', undefined]],
    ['numbers before text', ['x', 3], [3, 'x']],
    ['objects by what is written', [{ b: 1 }, { a: 1 }], [{ a: 1 }, { b: 1 }]],
  ])('puts %s', (_case, values, order) => {
    expect(sorted(values)).toEqual(order);
  });

  it('keeps what is missing last when descending', () => {
    expect(sorted([null, 1, 2], true)).toEqual([2, 1, null]);
  });

  it('puts dates by time, whatever their zone', () => {
    const early = '2026-01-01T10:00:00+02:00';
    const late = '2026-01-01T09:00:00Z';
    expect(sorted([late, early], false, 'date')).toEqual([early, late]);
  });

  it('finds rows by what their cells show', () => {
    expect(
      searchText({ rate: 5, done: true }, [
        { key: 'rate', label: 'Rate', format: 'percent' },
        { key: 'done', label: 'Done' },
      ]),
    ).toBe('5 %\nyes');
  });
});

describe('a value in a line', () => {
  it.each<[unknown, Format | undefined, string]>([
    [2026, undefined, '2026'],
    [12345, undefined, new Intl.NumberFormat().format(12345)],
    [2026, 'number', new Intl.NumberFormat().format(2026)],
    [12345, 'text', '12345'],
    [3, 'currency', new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(3)],
    [25.5, 'percent', `${new Intl.NumberFormat().format(25.5)} %`],
    [1, 'years', '1 year'],
    [2.42, 'years', `${new Intl.NumberFormat().format(2.42)} years`],
    [
      '2026-01-31',
      'date',
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 31)),
    ],
    ['soon', 'date', 'soon'],
    [Number.NaN, 'currency', '–'],
    [Number.POSITIVE_INFINITY, 'number', '–'],
    [null, 'years', '–'],
    ['12', 'currency', '12'],
    [false, undefined, 'No'],
    [{ a: [1] }, undefined, '{"a":[1]}'],
  ])('%j as %s is %s', (value, format, text) => {
    expect(formatValue(value, format)).toBe(text);
  });

  it('is compact beside an axis', () => {
    const compact = new Intl.NumberFormat(undefined, { notation: 'compact' });
    expect(formatTick(-40_000, 'currency')).toBe(compact.format(-40_000));
    expect(formatTick(50, 'percent')).toBe('50 %');
  });

  it('is short, however long the value', () => {
    expect(formatValue('x'.repeat(1_048_576))).toHaveLength(301);
  });
});
