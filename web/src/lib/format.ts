const dateTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const number = new Intl.NumberFormat();

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Step = [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number];

const years: Step = [Number.POSITIVE_INFINITY, 'year', 365 * day];
const steps: Step[] = [
  [hour, 'minute', minute],
  [day, 'hour', hour],
  [30 * day, 'day', day],
  [365 * day, 'month', 30 * day],
  years,
];

export function formatDateTime(value: string): string {
  return dateTime.format(new Date(value));
}

export function formatDate(value: string): string {
  return dateOnly.format(new Date(value));
}

export function formatNumber(value: number): string {
  return number.format(value);
}

/** "just now", "5 minutes ago", "in 3 days". */
export function formatRelative(value: string, now: number): string {
  const distance = new Date(value).getTime() - now;
  const size = Math.abs(distance);
  if (size < minute) return distance > 0 ? 'in less than a minute' : 'just now';
  const [, unit, unitSize] = steps.find(([limit]) => size < limit) ?? years;
  return relative.format(Math.round(distance / unitSize), unit);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Up to two letters for an avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
