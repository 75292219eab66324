import { formatDateTime } from '#lib/format.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** To the second for what happened today, with its day otherwise. */
export function formatEventTime(value: string, now = new Date()): string {
  const date = new Date(value);
  return date.toDateString() === now.toDateString() ? time.format(date) : formatDateTime(value);
}
