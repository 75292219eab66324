import { useMemo } from 'react';
import { SectionCard } from '#ui/section-card.tsx';
import { TableView } from '#ui/tool-output/table-view.tsx';
import { toShownRow, type UsageRow } from './usage-rows.ts';

const numbers = [
  { key: 'runs', label: 'Runs', format: 'number' as const },
  { key: 'errors', label: 'Failed', format: 'number' as const },
  { key: 'errorRate', label: 'Error rate', format: 'percent' as const },
  { key: 'cancelled', label: 'Cancelled', format: 'number' as const },
  { key: 'p50', label: 'Median, ms', format: 'number' as const },
  { key: 'p95', label: '95 %, ms', format: 'number' as const },
  { key: 'p99', label: '99 %, ms', format: 'number' as const },
];

type UsageTableProps = {
  title: string;
  /** What the first column holds. */
  noun: string;
  rows: readonly UsageRow[];
  nameOf?: (key: string) => string;
};

export function UsageTable({ title, noun, rows, nameOf }: UsageTableProps) {
  const columns = useMemo(() => [{ key: 'name', label: noun, format: 'text' as const }, ...numbers], [noun]);
  const shown = useMemo(() => rows.map((row) => toShownRow(row, nameOf?.(row.key))), [rows, nameOf]);
  return (
    <SectionCard title={title}>
      <TableView title={title} columns={columns} rows={shown} />
    </SectionCard>
  );
}
