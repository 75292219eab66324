import { formatDateTime, plural } from '#lib/format.ts';
import type { Format } from './output-block.ts';
import { safeJson } from './safe-json.ts';

// Four digits stay together, so that a year reads as a year.
const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6, useGrouping: 'min2' });
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const ONLY_A_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Of a text in a cell; the rest is in the JSON view. */
const LONGEST = 300;

export const NOTHING = '–';

/** One value in one line. */
export function formatValue(value: unknown, format?: Format): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'number') return Number.isFinite(value) ? formatNumber(value, format) : NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return shorten(format === 'date' ? formatDate(value) : value);
  return shorten(safeJson(value));
}

function formatNumber(value: number, format?: Format): string {
  switch (format) {
    case 'text':
      return String(value);
    case 'number':
      return number.format(value);
    case 'currency':
      return money.format(value);
    case 'percent':
      return `${number.format(value)} %`;
    case 'years':
      return plural(value, 'year');
    case 'date':
      return formatDate(value);
    default:
      return plain.format(value);
  }
}

/** A number beside an axis, where there is room for a few letters. */
export function formatTick(value: number, format?: Format): string {
  return `${compact.format(value)}${format === 'percent' ? ' %' : ''}`;
}

function formatDate(value: string | number): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  // A day is the same day everywhere.
  return typeof value === 'string' && ONLY_A_DAY.test(value) ? day.format(date) : formatDateTime(date.toISOString());
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
