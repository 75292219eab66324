import { expect, it } from 'vitest';
import { describeArguments } from './argument-words.ts';

it.each([
  [{ payee: 'Acme', amount: 40, note: 'x' }, 'payee: Acme, amount: 40'],
  [{ lines: [{ a: 1 }], blank: ' ', urgent: false }, 'urgent: false'],
  [{ text: 'a'.repeat(50) }, `text: ${'a'.repeat(39)}…`],
  [{ iban: '••••', amount: 5 }, 'amount: 5'],
  [{}, ''],
  [null, ''],
])('of %j it tells %j', (input, words) => {
  expect(describeArguments(input)).toBe(words);
});
