import { expect, it } from 'vitest';
import { matchedInWords } from './rehearsal-words.ts';

const say = (matched: number, decided: number, more: object = {}) =>
  matchedInWords({ matched, decided, unclear: 0, verdict: 'ask', ...more });

it('says what becomes of the calls that match, and only of those that there are', () => {
  expect(say(0, 0)).toBe('None of them matches.');
  expect(say(1, 1)).toBe('1 matches and would have waited for approval.');
  expect(say(3, 0)).toBe('3 match, but a rule above decides all of them.');
  expect(say(1, 0)).toBe('1 matches, but a rule above decides it.');
  expect(say(14, 11)).toBe('14 match: 3 a rule above decides, 11 would have waited for approval.');
  expect(say(2, 2, { unclear: 1, verdict: 'deny' })).toBe(
    '2 match and would have been refused. 1 could not be worked out and would have asked.',
  );
});
