import { faceOf } from '#features/sessions/event-words.ts';
import { plural } from '#lib/format.ts';
import type { TimelineEntry } from './run-events.ts';

export function describeEntry({ type, pieces }: Pick<TimelineEntry, 'type' | 'pieces'>): string {
  const { words } = faceOf(type);
  return pieces > 1 ? `${words} in ${plural(pieces, 'piece')}` : words;
}
