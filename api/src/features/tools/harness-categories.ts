import type { Runtime } from './evaluate-tools.ts';

const ROOM = 'room';
const OUTBOUND = 'outbound';
const NONE: ReadonlySet<string> = new Set();

/**
 * Categories of harness tools that a runtime brings along. A trigger from outside can always answer (`outbound`), and
 * has besides what its channel has; no channel can pass itself off as a room.
 */
export function harnessCategoriesOf(runtime: Runtime, channel?: string): ReadonlySet<string> {
  if (runtime === 'room') return new Set([ROOM]);
  if (runtime !== 'webhook') return NONE;
  return new Set(channel && channel !== ROOM ? [OUTBOUND, channel] : [OUTBOUND]);
}
