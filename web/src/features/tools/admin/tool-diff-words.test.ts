import { expect, it } from 'vitest';
import { changeWords, pathInWords, valueInWords } from './tool-diff-words.ts';

it.each([
  ['name', 'Name'],
  ['fields.postalCode.label', 'Input › postalCode › label'],
  ['executionSpec.steps.first.inputMap', 'How it works › steps › first › inputMap'],
  ['somethingNew.part', 'somethingNew › part'],
])('says the path %s in words', (path, words) => {
  expect(pathInWords(path)).toBe(words);
});

it.each([
  [null, 'nothing'],
  ['', 'empty text'],
  ['City', 'City'],
  [true, 'yes'],
  [false, 'no'],
  [0, '0'],
  [[], 'empty list'],
  [['a', 'b'], 'a, b'],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('shows the value %j as text', (value, text) => {
  expect(valueInWords(value)).toBe(text);
});

it('calls a change that it does not know a change', () => {
  expect(changeWords('ADDED').label).toBe('Added');
  expect(changeWords('RENAMED').label).toBe('Changed');
});
