import { UsageFailure } from './failure.ts';

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** `90d` from now, or a moment as it is; a bare date is its first minute in UTC. */
export function parseExpiry(text: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (count) return new Date(now.getTime() + Number(count) * UNITS[unit]!).toISOString();
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageFailure('--expires must be a time from now, such as 12h, 90d or 8w, or a date.', 'expires');
  }
  return new Date(text).toISOString();
}
