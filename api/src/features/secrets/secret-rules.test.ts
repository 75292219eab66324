import { describe, expect, it } from 'vitest';
import { isBoundTo, secretHostsRule, secretKeyRule, secretValueRule } from './secret-rules.ts';

describe('a key', () => {
  it.each(['a', 'openai_api_key', 'OPENAI_API_KEY', 'k2', 'A'.repeat(64)])('may be %s', (key) => {
    expect(secretKeyRule.safeParse(key).success).toBe(true);
  });

  it.each(['', '1a', '_a', 'a-b', 'a.b', 'a b', 'ä', 'a}', 'A'.repeat(65)])('may not be %j', (key) => {
    expect(secretKeyRule.safeParse(key).success).toBe(false);
  });
});

it.each([
  ['nothing', '', false],
  ['one character', 'x', true],
  ['a blank', ' ', true],
  ['the longest', 'x'.repeat(8_192), true],
  ['too much', 'x'.repeat(8_193), false],
])('a value of %s', (_case, value, isFine) => {
  expect(secretValueRule.safeParse(value).success).toBe(isFine);
});

describe('hosts', () => {
  it.each([
    [['api.example.com'], ['api.example.com']],
    [[' API.Example.COM '], ['api.example.com']],
    [['*.example.com'], ['*.example.com']],
    [['*.co.uk'], ['*.co.uk']],
    [['münchen.example'], ['xn--mnchen-3ya.example']],
    [['127.0.0.1'], ['127.0.0.1']],
    [['localhost'], ['localhost']],
    [
      ['a.test', 'A.test', 'b.test'],
      ['a.test', 'b.test'],
    ],
  ])('%j are kept as %j', (given, kept) => {
    expect(secretHostsRule.parse(given)).toEqual(kept);
  });

  it.each([
    '',
    '*',
    '*.',
    '*.com',
    '*.0.0.1',
    '*.*.example.com',
    'a.*.example.com',
    'https://example.com',
    'example.com/path',
    'example.com:443',
    'user@example.com',
    'exa mple.com',
    '-a.example.com',
    'a..b',
    '.example.com',
    `${'a'.repeat(64)}.example.com`,
    'example.com\u0000',
  ])('%j is none', (host) => {
    const parsed = secretHostsRule.safeParse(['fine.example', host]);
    expect(parsed.error?.issues.map((issue) => issue.path)).toEqual([[1]]);
  });

  it('are at least one and at most twenty', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `h${at}.example`);
    expect([0, 1, 20, 21].map((count) => secretHostsRule.safeParse(names(count)).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['api.example.com', true],
    ['API.EXAMPLE.COM', true],
    ['api.example.com.', true],
    ['example.com', false],
    ['evil-api.example.com', false],
    ['api.example.com.evil.test', false],
    ['a.wild.test', true],
    ['a.b.wild.test', true],
    ['wild.test', false],
    ['notwild.test', false],
  ])('bind a value: sent to %s? %s', (host, isSent) => {
    expect(isBoundTo(['api.example.com', '*.wild.test'], host)).toBe(isSent);
  });
});
