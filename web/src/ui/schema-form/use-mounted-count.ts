import { startTransition, useEffect, useState } from 'react';

/** Counts up to `total` in steps, each when the browser has time: typing and scrolling go first. */
export function useMountedCount(total: number, step: number): number {
  const [mounted, setMounted] = useState(step);
  useEffect(() => {
    if (mounted >= total) return;
    const timer = setTimeout(() => startTransition(() => setMounted(mounted + step)), 16);
    return () => clearTimeout(timer);
  }, [mounted, total, step]);
  return Math.min(mounted, total);
}
