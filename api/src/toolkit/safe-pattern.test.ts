import { describe, expect, it } from 'vitest';
import { findPatternProblem, isTooLongFor, matchesPattern } from './safe-pattern.ts';

const MILLISECONDS = 250;

function timed<Result>(work: () => Result): [Result, number] {
  const start = performance.now();
  return [work(), performance.now() - start];
}

describe('a pattern', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'that would run forever elsewhere, %s, answers at once on a long text',
    (pattern) => {
      expect(findPatternProblem(pattern)).toBeUndefined();
      const text = `${'a'.repeat(50_000)}!`;
      const [matched, spent] = timed(() => matchesPattern(pattern, text));
      expect(matched).toBe(false);
      expect(spent).toBeLessThan(MILLISECONDS);
    },
  );

  it.each([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'abc1', false],
    ['b', 'abc', true],
    ['^\\p{L}+$', 'Łódź', true],
    ['^\\u0041\\d{2}$', 'A12', true],
    ['^(?<year>\\d{4})$', '2026', true],
    ['^https?:\\/\\/', 'https://a', true],
    ['^.$', '👍', true],
    ['^a$', 'a\n', false],
  ])('%s on %j: %s', (pattern, text, expected) => {
    expect(findPatternProblem(pattern)).toBeUndefined();
    expect(matchesPattern(pattern, text)).toBe(expected);
    expect(new RegExp(pattern, 'u').test(text)).toBe(expected);
  });

  it.each([
    ['(', /not a regular expression/],
    ['(?i)abc', /not a regular expression/],
    ['(?=a)b', /look-around/],
    ['(a)\\1', /back-references/],
    ['(a{100}){100}', /huge repeats/],
    ['(a?){900}a{900}', /too large/],
    ['^abc\\z', /backslash/],
    ['^[[:alpha:]]$', /bracket/],
    ['a\\-b', /instead of \\-/],
  ])('%s is refused with a reason', (pattern, reason) => {
    expect(findPatternProblem(pattern)).toMatch(reason);
  });

  it('that is costly is not tried on texts for which it would take long', () => {
    const costly = 'a.{400}$';
    expect(findPatternProblem(costly)).toBeUndefined();
    expect(isTooLongFor(costly, 'ab'.repeat(500))).toBe(false);
    expect(isTooLongFor(costly, 'ab'.repeat(500_000))).toBe(true);
  });
});
