import { describe, expect, it } from 'vitest';
import { aField } from '#ui/schema-form/form-test-kit.tsx';
import { markFields, marksOf, otherNames, withoutMarks } from './sensitive-marks.ts';

const pin = aField('text', { name: 'pin' });
const card = aField('object', { name: 'item', fields: [pin, aField('text', { name: 'bank' })] });
const fields = [
  pin,
  aField('object', { name: 'home', fields: [pin] }),
  aField('array', { name: 'cards', items: aField('array', { name: 'item', items: card }) }),
];

describe('what is sensitive', () => {
  it.each([
    [['home.pin'], ['home.pin']],
    [
      ['cards.pin', 'bank'],
      ['cards.pin', 'cards.bank'],
    ],
    [['home'], ['home']],
    [['item.pin', 'in', 'token'], []],
  ])('%j marks %j', (names, marked) => {
    expect(marksOf(markFields(fields, names))).toEqual(marked);
  });

  it('by a name alone is every field of this name', () => {
    expect(marksOf(markFields(fields, ['pin']))).toEqual(['pin', 'home.pin', 'cards.pin']);
  });

  it('is taken off again without a trace', () => {
    expect(withoutMarks(markFields(fields, ['pin', 'bank']))).toEqual(fields);
    expect(markFields(markFields(fields, ['pin']), ['home'])).toEqual(markFields(fields, ['home']));
  });

  it('beside the fields is kept as it was written, also where it means more than one place', () => {
    expect(otherNames(fields, ['pin', 'cards.bank', 'bank', 'token'])).toEqual(['bank', 'token']);
  });

  it('has no path while a field has no name', () => {
    expect(marksOf([aField('text', { name: '', sensitive: true })])).toEqual([]);
  });
});
