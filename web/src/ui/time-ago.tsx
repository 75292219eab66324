import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from '#lib/format.ts';

export type TimeAgoProps = {
  value: string | null | undefined /** Shown when there is no value. */;
  never?: string;
};

export function TimeAgo({ value, never = 'Never' }: TimeAgoProps) {
  const now = useMinute();
  if (!value) return <span>{never}</span>;
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelative(value, now)}
    </time>
  );
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
