import { useMemo } from 'react';
import { SectionCard } from '#ui/section-card.tsx';
import { ChartView } from '#ui/tool-output/chart-view.tsx';
import { fillDays, toShownRow, type UsageRow } from './usage-rows.ts';

const day = { key: 'key', label: 'day', format: 'date' as const };
const counts = [
  { key: 'runs', label: 'Runs', format: 'number' as const },
  { key: 'errors', label: 'Failed', format: 'number' as const },
];
const times = [
  { key: 'p50', label: 'Median, ms', format: 'number' as const },
  { key: 'p95', label: '95 of 100 within, ms', format: 'number' as const },
];

type UsageChartsProps = { days: readonly UsageRow[]; first: string; last: string };

export function UsageCharts({ days, first, last }: UsageChartsProps) {
  const rows = useMemo(() => fillDays(days, first, last).map((row) => toShownRow(row)), [days, first, last]);
  return (
    <>
      <SectionCard title="Runs by day" description="Days are counted in UTC. Trials are left out.">
        <ChartView title="Runs by day" type="bar" x={day} series={counts} rows={rows} />
      </SectionCard>
      <SectionCard title="Time taken by day" description="How long runs took from start to end.">
        <ChartView title="Time taken by day" type="line" x={day} series={times} rows={rows} />
      </SectionCard>
    </>
  );
}
