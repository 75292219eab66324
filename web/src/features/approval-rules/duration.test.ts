import { describe, expect, it } from 'vitest';
import { toDuration, toSeconds } from './duration.ts';

describe('a duration in human units', () => {
  it.each([
    [86_400, { amount: 1, unit: 'days' }],
    [90_000, { amount: 25, unit: 'hours' }],
    [5_400, { amount: 90, unit: 'minutes' }],
  ] as const)('shows %d seconds in the largest unit without a fraction', (seconds, duration) => {
    expect(toDuration(seconds)).toEqual(duration);
    expect(toSeconds(duration)).toBe(seconds);
  });

  it('means no limit while it is empty', () => {
    expect(toSeconds(toDuration(null))).toBeNull();
  });
});
