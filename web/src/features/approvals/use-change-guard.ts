import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Long enough to notice that something moved, short enough not to be in the way. */
export const GUARD_MS = 500;

/** Keeps a press that was meant for what stood here a moment ago from deciding about what stands here now. */
export function useChangeGuard(shown: string) {
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const [warned, setWarned] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts, not the words
  useLayoutEffect(() => {
    changedAt.current = performance.now();
  }, [shown]);
  const mayAct = useCallback(() => {
    const settled = performance.now() - changedAt.current >= GUARD_MS;
    setWarned(settled ? undefined : shown);
    return settled;
  }, [shown]);
  const warn = useCallback(() => setWarned(shown), [shown]);
  /** For what moves without being part of what is shown. */
  const restart = useCallback(() => {
    changedAt.current = performance.now();
  }, []);
  return { mayAct, warn, restart, wasTooSoon: warned === shown };
}
