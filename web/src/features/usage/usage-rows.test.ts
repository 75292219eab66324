import { describe, expect, it } from 'vitest';
import { errorRate, fillDays, toShownRow } from './usage-rows.ts';

const row = { key: '2026-02-28', runs: 3, errors: 1, declined: 1, cancelled: 0, p50Ms: 12.345, p95Ms: 20, p99Ms: null };

describe('the numbers of usage', () => {
  it('give the share of failures in percent, and none without runs', () => {
    expect(errorRate(row)).toBe(33.3);
    expect(errorRate({ runs: 0, errors: 0 })).toBeNull();
  });

  it('are rounded, and missing where there is no time', () => {
    expect(toShownRow(row, 'A day')).toMatchObject({ name: 'A day', p50: 12.3, p95: 20, p99: null, errorRate: 33.3 });
  });

  it('have every day of the span, also those without runs and across a month', () => {
    const days = fillDays([row], '2026-02-27', '2026-03-01');
    expect(days.map(({ key, runs }) => [key, runs])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 3],
      ['2026-03-01', 0],
    ]);
    expect(days[0]?.p50Ms).toBeNull();
  });
});
