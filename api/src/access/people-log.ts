import type { Log } from '#platform/log.ts';

const LONGEST_TEXT = 300;

type Described = { name: string; code?: string; message: string };

/** Database errors quote the whole call with its values; only their last line is safe to keep. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { name: typeof error, message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const lastLine = error.message.trimEnd().split('\n').at(-1) ?? '';
  return { name: error.name, ...code, message: lastLine.slice(0, LONGEST_TEXT) };
}

/**
 * What the library calls an error is nearly always a caller's mistake (a wrong origin, a stale link), so everything is
 * written one level lower; its real failures reach us as exceptions. Of the arguments only errors are kept.
 */
export function toLibraryLog(log: Log) {
  return {
    level: 'warn' as const,
    log(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, ...args: unknown[]): void {
      const failure = [message, ...args].find((value) => value instanceof Error);
      const text = typeof message === 'string' ? message.slice(0, LONGEST_TEXT) : 'sign-in failed';
      const details = failure ? { problem: describeError(failure) } : {};
      if (level === 'error') log.warn(details, text);
      else log.info(details, text);
    },
  };
}
