import { useMemo } from 'react';
import { SectionCard } from '#ui/section-card.tsx';
import { ChartView } from '#ui/tool-output/chart-view.tsx';
import { fillDays, toShownRow, type UsageRow } from './usage-rows.ts';
import { counts, times } from './usage-series.ts';

const day = { key: 'key', label: 'day', format: 'date' as const };

type UsageChartsProps = { days: readonly UsageRow[]; first: string; last: string };

export function UsageCharts({ days, first, last }: UsageChartsProps) {
  const rows = useMemo(() => fillDays(days, first, last).map((row) => toShownRow(row)), [days, first, last]);
  return (
    <>
      <SectionCard
        title="Runs by day"
        description="Days are counted in UTC. Trials and the steps of compositions are left out."
      >
        <ChartView title="Runs by day" type="bar" x={day} series={counts} rows={rows} />
      </SectionCard>
      <SectionCard title="Time taken by day" description="How long runs took from start to end.">
        <ChartView title="Time taken by day" type="line" x={day} series={times} rows={rows} />
      </SectionCard>
    </>
  );
}
