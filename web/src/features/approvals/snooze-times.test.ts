import { describe, expect, it } from 'vitest';
import { inDays } from './grant-days.ts';
import { snoozeTimes } from './snooze-times.ts';

const untilOf = (label: string, now: Date) => snoozeTimes(now).find((time) => time.label === label)?.until;

describe('times to come back', () => {
  it.each([
    ['a Wednesday', new Date(2026, 2, 4, 15), new Date(2026, 2, 9, 9)],
    ['a Sunday', new Date(2026, 2, 8, 15), new Date(2026, 2, 9, 9)],
    ['a Monday', new Date(2026, 2, 9, 8), new Date(2026, 2, 16, 9)],
  ])('on %s, Monday is the next one', (_name, now, monday) => {
    expect(untilOf('Until Monday', now)).toEqual(monday);
  });

  it('lie in the future, also late at night', () => {
    const now = new Date(2026, 11, 31, 23, 59);
    expect(snoozeTimes(now).every(({ until }) => until > now)).toBe(true);
    expect(untilOf('Until tomorrow', now)).toEqual(new Date(2027, 0, 1, 9));
  });
});

describe('days for a date input', () => {
  it('go over the end of a month', () => {
    expect(inDays(1, new Date(2026, 1, 28, 23, 30))).toBe('2026-03-01');
    expect(inDays(0, new Date(2026, 1, 28, 0, 10))).toBe('2026-02-28');
  });
});
