import { formatDuration } from '#features/executions/run-words.ts';
import { StatsView } from '#ui/tool-output/stats-view.tsx';
import { errorRate, type UsageRow } from './usage-rows.ts';

const duration = (time: number | null | undefined) => (typeof time === 'number' ? formatDuration(time) : null);

export function UsageNumbers({ total }: { total: UsageRow }) {
  return (
    <StatsView
      items={[
        { key: 'runs', label: 'Runs', value: total.runs, format: 'number' },
        { key: 'errors', label: 'Failed', value: total.errors, format: 'number' },
        { key: 'errorRate', label: 'Error rate', value: errorRate(total), format: 'percent' },
        { key: 'declined', label: 'Denied or expired', value: total.declined, format: 'number' },
        { key: 'cancelled', label: 'Cancelled', value: total.cancelled, format: 'number' },
        { key: 'p50', label: 'Half took at most', value: duration(total.p50Ms) },
        { key: 'p95', label: '95 of 100 took at most', value: duration(total.p95Ms) },
      ]}
    />
  );
}
