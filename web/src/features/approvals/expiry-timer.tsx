import { formatDuration } from '#features/executions/run-words.ts';
import { formatDateTime, formatRelative } from '#lib/format.ts';

const day = 24 * 60 * 60 * 1000;

function describe(until: string, now: number): string {
  const left = new Date(until).getTime() - now;
  if (left <= 0) return 'The time to decide is over';
  if (left >= day) return `Expires ${formatRelative(until, now)}`;
  return `Expires in ${formatDuration(Math.ceil(left / 1000) * 1000)}`;
}

/** How long somebody can still decide, by the second. */
export function ExpiryTimer({ until, now }: { until: string; now: number }) {
  return (
    <time role="timer" dateTime={until} title={formatDateTime(until)}>
      {describe(until, now)}
    </time>
  );
}
