import { expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';

it.each<[text: string, value: unknown]>([
  ['{"a":9007199254740991,"b":[-9007199254740991]}', { a: 9007199254740991, b: [-9007199254740991] }],
  ['{"a":9007199254740993}', { a: 'digits 9007199254740993' }],
  ['[-12345678901234567890]', ['digits -12345678901234567890']],
  [
    '{"a":"9007199254740993","b":0.12345678901234567,"c":1e300}',
    { a: '9007199254740993', b: Number('0.12345678901234567'), c: 1e300 },
  ],
  ['12345678901234567890', 'digits 12345678901234567890'],
  ['{"a":1e400,"b":[-1.5E+0309,1.5e308]}', { a: 'digits 1e400', b: ['digits -1.5E+0309', 1.5e308] }],
  ['{"a":"1e400","b":1e-400}', { a: '1e400', b: 0 }],
])('%s loses no digit of a whole number, and no number that is too large', (text, value) => {
  expect(parseExactly(text, (digits) => `digits ${digits}`)).toEqual(value);
});

it('leaves it to the caller to refuse, and broken JSON is refused as ever', () => {
  const refuse = (digits: string) => {
    throw new RangeError(digits);
  };
  expect(() => parseExactly('[9007199254740993]', refuse)).toThrow(RangeError);
  expect(() => parseExactly('[9007199254740993', refuse)).toThrow(SyntaxError);
});
