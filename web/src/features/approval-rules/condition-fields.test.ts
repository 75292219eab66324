import { describe, expect, it } from 'vitest';
import { operatorsFor, toConditionFields } from './condition-fields.ts';
import { guessKind } from './condition-row.ts';

const fields = toConditionFields([
  { name: 'amount', label: 'Amount', type: 'number' },
  { name: 'odd.name', label: 'Odd', type: 'text' },
  { name: 'to', label: 'To', type: 'object', fields: [{ name: 'city', label: 'City', type: 'text' }] },
  { name: 'items', label: 'Items', type: 'array' },
]);

describe('the fields that a condition can compare', () => {
  it('are those of the input and those inside of them', () => {
    expect(fields.map(({ path, label }) => `${path} ${label}`)).toEqual([
      'amount Amount',
      'to.city To: City',
      'items Items',
    ]);
  });

  it('come with operators that make sense for them', () => {
    const of = (at: number) => operatorsFor(fields[at]).map(({ value }) => value);
    expect(of(0)).toContain('>=');
    expect(of(1)).toEqual(['==', '!=', 'longer', 'shorter']);
    expect(of(2)).toEqual(['longer', 'shorter']);
    expect(operatorsFor(undefined)).toHaveLength(8);
  });

  it('are compared by what the value looks like where nothing is known of them', () => {
    expect([guessKind('12.5'), guessKind('true'), guessKind('Oslo'), guessKind('')]).toEqual([
      'number',
      'boolean',
      'text',
      'text',
    ]);
  });
});
