import { describe, expect, it } from 'vitest';
import type { ConditionRow } from './condition-row.ts';
import { readCondition, writeCondition } from './condition-text.ts';

const row = (more: Partial<ConditionRow>): ConditionRow => ({
  field: 'amount',
  operator: '>',
  value: '1000',
  kind: 'number',
  ...more,
});

describe('a condition as text', () => {
  it.each<[ConditionRow[], string]>([
    [[], ''],
    [[row({})], 'input.amount > 1000'],
    [[row({ field: 'to.city', operator: '==', value: 'Oslo', kind: 'text' })], 'input.to.city == "Oslo"'],
    [[row({ field: 'urgent', operator: '==', value: 'true', kind: 'boolean' })], 'input.urgent == true'],
    [[row({ field: 'note', operator: 'longer', value: '20' })], 'length(input.note) > 20'],
    [[row({ field: 'odd name', operator: '<=' })], 'input["odd name"] <= 1000'],
    [[row({}), row({ field: 'count', operator: '<', value: '-2.5' })], 'input.amount > 1000 and input.count < -2.5'],
  ])('is written from %j and read again', (rows, text) => {
    expect(writeCondition({ joiner: 'and', rows })).toBe(text);
    expect(readCondition(text)).toEqual({ joiner: 'and', rows });
  });

  it('keeps quotes and words of the language inside of a text', () => {
    const rows = [row({ operator: '==', value: 'a "b" and input.c > 1 \\ or', kind: 'text' })];
    expect(readCondition(writeCondition({ joiner: 'or', rows }))?.rows).toEqual(rows);
  });

  it('never lets a text become a placeholder', () => {
    const rows = [row({ operator: '==', value: '{{input.secret}}', kind: 'text' })];
    const text = writeCondition({ joiner: 'and', rows });
    expect(text).not.toContain('{{');
    expect(readCondition(text)?.rows).toEqual(rows);
  });

  it('knows a text that looks like a number from a number', () => {
    expect(readCondition('input.code == "007"')?.rows[0]).toMatchObject({ value: '007', kind: 'text' });
    expect(readCondition('input.code == 7')?.rows[0]).toMatchObject({ value: '7', kind: 'number' });
  });

  it('reads one kind of joiner', () => {
    expect(readCondition('input.a > 1 or input.b > 2 or input.c > 3')).toMatchObject({ joiner: 'or' });
  });

  it.each([
    'input.a > 1 and input.b > 2 or input.c > 3',
    '(input.a > 1)',
    'input.a + 1 > 2',
    'input.a > input.b',
    'not input.a',
    'max(input.a) > 1',
    'length(input.a > 1',
    'length(input.a) == 3',
    'input.a > 1 and',
    'input.a > 1 android',
    'input.a == "{{input.b}}"',
    'input.a > 1e3',
    'other.a > 1',
    'input.a ==',
  ])('leaves %s to be shown as text', (text) => {
    expect(readCondition(text)).toBeUndefined();
  });
});
