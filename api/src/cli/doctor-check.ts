import { clean } from './table.ts';
import type { Style, Terminal } from './terminal.ts';

/** One thing that was looked at, and what to do when it is not well. */
export type Check = { name: string; status: 'ok' | 'warn' | 'fail'; message: string; action?: string };

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });
export const warn = (name: string, message: string, action: string): Check => ({
  name,
  status: 'warn',
  message,
  action,
});
export const fail = (name: string, message: string, action?: string): Check => ({
  name,
  status: 'fail',
  message,
  ...(action ? { action } : {}),
});

const STYLES: Record<Check['status'], Style> = { ok: 'green', warn: 'yellow', fail: 'red' };

export function showChecks(checks: Check[], { paint }: Pick<Terminal, 'paint'>): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, status, message, action }) => {
      const line = `${paint(STYLES[status], status.padEnd(4))}  ${name.padEnd(width)}  ${clean(message)}`;
      return action ? `${line} ${paint('bold', clean(action))}` : line;
    })
    .join('\n');
}
