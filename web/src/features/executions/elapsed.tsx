import { useEffect, useState } from 'react';
import { formatDuration } from './run-words.ts';

/** How long something has been going on, by the second. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return <span role="timer">{seconds === 0 ? '0 s' : formatDuration(seconds * 1000)}</span>;
}
