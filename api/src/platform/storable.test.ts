import { expect, it } from 'vitest';
import { findUnstorable } from './storable.ts';

it.each<[string, unknown, string[] | undefined]>([
  ['plain values', { a: ['b', 1, null, true], 'c-d': '😀' }, undefined],
  ['a text with NUL', { a: [{ b: 'x\u0000' }] }, ['a', '0', 'b']],
  ['a text with half of a character', '\ud83d', []],
  ['a name with NUL', { a: { 'b\u0000': 1 } }, ['a']],
  ['a name that assignment would swallow', JSON.parse('{"a":{"__proto__":{"b":1}}}'), ['a']],
  ['a name that every object has', { constructor: 'x' }, undefined],
])('%s', (_case, value, path) => {
  expect(findUnstorable(value)?.path).toEqual(path);
});
