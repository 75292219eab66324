import { graphql } from '#gql/gql.ts';
import type { UsageRows_RowFragment } from '#gql/graphql.ts';
import { daysBefore } from './usage-question.ts';

export const UsageRows_row = graphql(`
  fragment UsageRows_row on ToolUsageRow { key runs errors declined cancelled p50Ms p95Ms p99Ms }
`);

export type UsageRow = UsageRows_RowFragment;

const round = (value: number) => Math.round(value * 10) / 10;

/** In percent of the runs; nothing without runs. */
export function errorRate({ runs, errors }: Pick<UsageRow, 'runs' | 'errors'>): number | null {
  return runs > 0 ? round((errors / runs) * 100) : null;
}

/** A row as charts and tables show it, with another word for its key if need be. */
export function toShownRow({ p50Ms, p95Ms, p99Ms, ...row }: UsageRow, name = row.key) {
  const [p50, p95, p99] = [p50Ms, p95Ms, p99Ms].map((time) => (typeof time === 'number' ? round(time) : null));
  return { ...row, name, errorRate: errorRate(row), p50, p95, p99 };
}

const nothing = { runs: 0, errors: 0, declined: 0, cancelled: 0, p50Ms: null, p95Ms: null, p99Ms: null };

/** The server leaves out days on which nothing was run; a chart must not. */
export function fillDays(rows: readonly UsageRow[], first: string, last: string): UsageRow[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  const filled: UsageRow[] = [];
  for (let key = first; key <= last; key = daysBefore(key, -1)) {
    filled.push(known.get(key) ?? { key, ...nothing });
  }
  return filled;
}
