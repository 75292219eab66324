import { describe, expect, it } from 'vitest';
import { isFutureDay, toDateInput, toExpiry } from './key-expiry.ts';

const now = new Date(2026, 10, 16, 15, 30);

describe('the expiry of a key', () => {
  it.each([
    ['30', 30],
    ['90', 90],
    ['365', 365],
  ] as const)('is %s days from now', (preset, days) => {
    expect(new Date(toExpiry(preset, '', now)!).getTime() - now.getTime()).toBe(days * 86_400_000);
  });

  it('is none for “never”', () => {
    expect(toExpiry('never', '2026-12-24', now)).toBeNull();
  });

  it('counts a chosen day in full, by the clock of the person who chose it', () => {
    expect(toExpiry('custom', '2026-12-24', now)).toBe(new Date(2026, 11, 24, 23, 59, 59).toISOString());
  });

  it.each([
    ['2026-11-15', false],
    ['2026-11-16', true],
    ['2027-01-01', true],
    ['', false],
    ['soon', false],
    ['2026-13-40', false],
  ])('may be the day %s: %s', (date, allowed) => {
    expect(isFutureDay(date, now)).toBe(allowed);
  });

  it('starts the date picker at the local day, also shortly before midnight', () => {
    expect(toDateInput(new Date(2026, 10, 16, 23, 59))).toBe('2026-11-16');
    expect(toDateInput(new Date(2026, 10, 16, 0, 1))).toBe('2026-11-16');
  });
});
