import { describe, expect, it } from 'vitest';
import { redact } from './audit-redaction.ts';

describe('secrets leave only their length', () => {
  it.each([
    ['password', 'correct horse', '[13 characters]'],
    ['newPassword', 'correct horse', '[13 characters]'],
    ['clientSecret', 'shh', '[3 characters]'],
    ['token', 'abc', '[3 characters]'],
    ['accessToken', 'abc', '[3 characters]'],
    ['Authorization', 'Basic abc', '[9 characters]'],
    ['cookie', 'a=b', '[3 characters]'],
    ['apiKey', 'abc', '[3 characters]'],
    ['key', 'abc', '[3 characters]'],
    ['tokenHash', 'abc', '[3 characters]'],
    ['privateKey', 'abc', '[3 characters]'],
    ['note', `tc_${'x'.repeat(43)}`, '[46 characters]'],
    ['note', `inv_${'x'.repeat(43)}`, '[47 characters]'],
    ['note', 'Bearer abc', '[10 characters]'],
    [
      'url',
      `see https://crib.example/invite/inv_${'x'.repeat(43)} now`,
      'see https://crib.example/invite/[47 characters] now',
    ],
  ])('%s: %s', (name, value, kept) => {
    expect(redact({ [name]: value })).toEqual({ [name]: kept });
  });

  it('however deep they lie', () => {
    const given = { list: [{ inner: { password: 'x' } }], secrets: ['a', 'bb'] };
    expect(redact(given)).toEqual({
      list: [{ inner: { password: '[1 characters]' } }],
      secrets: ['[1 characters]', '[2 characters]'],
    });
  });
});

describe('everything else stays readable', () => {
  it.each([
    ['texts', { name: 'CI key', keyName: 'x', monkey: 'y' }, { name: 'CI key', keyName: 'x', monkey: 'y' }],
    [
      'numbers, truths and nothing',
      { count: 3, on: true, off: null, gone: undefined },
      { count: 3, on: true, off: null, gone: null },
    ],
    ['moments', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['large numbers', { big: 2n ** 70n }, { big: '1180591620717411303424' }],
    ['long texts, cut', { text: 'x'.repeat(501) }, { text: `${'x'.repeat(500)}… [501 characters]` }],
  ])('%s', (_name, given, kept) => {
    expect(redact(given)).toEqual(kept);
  });
});
