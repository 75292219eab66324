import { EgressError, toEgressError } from './http-error.ts';

/** One signal for the caller's wish and the clock, that can tell afterwards which of them it was. */
export function startDeadline(ms: number, caller: AbortSignal) {
  const controller = new AbortController();
  const stop = () => controller.abort(caller.reason);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new Error('The time is over.'));
  }, ms);
  caller.addEventListener('abort', stop, { once: true });
  if (caller.aborted) stop();
  const { signal } = controller;
  const lost = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  lost.catch(() => undefined);
  return {
    signal,
    /** Never fulfilled; rejected when the signal comes. */
    lost,
    end(): void {
      clearTimeout(timer);
      caller.removeEventListener('abort', stop);
    },
    /** What to throw for an error that came up meanwhile; a caller who gave up gets back what they gave as the reason. */
    explain(error: unknown, host: string): unknown {
      if (isOver) return new EgressError('TIMEOUT', `${host} took longer than ${ms / 1_000} seconds.`);
      return caller.aborted ? caller.reason : toEgressError(error, host);
    },
  };
}

export type Deadline = ReturnType<typeof startDeadline>;
