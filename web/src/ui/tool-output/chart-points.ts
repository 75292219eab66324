import { ownValue } from '#ui/schema-form/field-definition.ts';
import { formatValue } from './format-value.ts';
import type { ChartBlock } from './output-block.ts';

export type ChartPoint = Record<string, string | number | null>;

/** More points than this are more than a screen can show, and slow to draw. */
export const MOST_POINTS = 500;

/** Our own names for the keys: chart libraries read a dot in a key as a path. */
export const seriesKey = (index: number) => `series${index}`;

const toNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

export function toChartPoints({ x, series, rows }: Pick<ChartBlock, 'x' | 'series' | 'rows'>): ChartPoint[] {
  const step = Math.max(1, Math.ceil(rows.length / MOST_POINTS));
  const drawn = rows.filter((_, index) => index % step === 0);
  return drawn.map((row) => {
    const values = series.map(({ key }, index) => [seriesKey(index), toNumber(ownValue(row, key))] as const);
    return { x: formatValue(ownValue(row, x.key), x.format), ...Object.fromEntries(values) };
  });
}

/** What the eye takes from the chart at once, in words. */
export function describeChart({ type, x, series, rows }: Omit<ChartBlock, 'kind'>): string {
  const ranges = series.map(({ key, label, format }) => {
    const values = rows.flatMap((row) => toNumber(ownValue(row, key)) ?? []);
    if (values.length === 0) return `${label}: no numbers`;
    const { low, high } = values.reduce(
      (range, value) => ({ low: Math.min(range.low, value), high: Math.max(range.high, value) }),
      { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY },
    );
    return low === high
      ? `${label}: ${formatValue(low, format)}`
      : `${label}: from ${formatValue(low, format)} to ${formatValue(high, format)}`;
  });
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)} chart`;
  const points = rows.length === 1 ? '1 point' : `${formatValue(rows.length)} points`;
  return `${name} by ${x.label}, ${points}. ${ranges.join('; ')}.`;
}
