import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { SectionCard } from '#ui/section-card.tsx';
import { ChartView } from '#ui/tool-output/chart-view.tsx';
import { TableView } from '#ui/tool-output/table-view.tsx';
import { toShownRow, type UsageRow } from './usage-rows.ts';
import { counts, times } from './usage-series.ts';

const MOST_BARS = 12;

const numbers = [
  { key: 'runs', label: 'Runs', format: 'number' as const },
  { key: 'errors', label: 'Failed', format: 'number' as const },
  { key: 'errorRate', label: 'Error rate', format: 'percent' as const },
  { key: 'declined', label: 'Denied or expired', format: 'number' as const },
  { key: 'cancelled', label: 'Cancelled', format: 'number' as const },
  { key: 'p50', label: 'Median, ms', format: 'number' as const },
  { key: 'p95', label: '95 %, ms', format: 'number' as const },
  { key: 'p99', label: '99 %, ms', format: 'number' as const },
];

type UsageBreakdownProps = {
  by: 'tool' | 'source';
  /** Most used first. */
  rows: readonly UsageRow[];
  nameOf?: (key: string) => string;
};

/** The same numbers for each tool or source: drawn, and all of them as a table. */
export function UsageBreakdown({ by, rows, nameOf }: UsageBreakdownProps) {
  const name = useMemo(() => ({ key: 'name', label: by, format: 'text' as const }), [by]);
  const columns = useMemo(() => [{ ...name, label: by === 'tool' ? 'Tool' : 'Source' }, ...numbers], [name, by]);
  const shown = useMemo(() => rows.map((row) => toShownRow(row, nameOf?.(row.key))), [rows, nameOf]);
  const drawn = useMemo(() => shown.slice(0, MOST_BARS), [shown]);
  const leftOut = rows.length > MOST_BARS && `The ${MOST_BARS} most used are drawn; the table has all ${rows.length}.`;
  return (
    <SectionCard title={`By ${by}`} description={leftOut}>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <ChartView title={`Runs by ${by}`} type="bar" x={name} series={counts} rows={drawn} />
        <ChartView title={`Time taken by ${by}`} type="bar" x={name} series={times} rows={drawn} />
      </SimpleGrid>
      <TableView title={`By ${by}`} columns={columns} rows={shown} />
    </SectionCard>
  );
}
