/** What a date input holds while only a part of it is filled in; browsers hand that out as nothing. */
export const INCOMPLETE = '?';

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** From the wire (any offset) to what `datetime-local` shows: the clock on the reader's wall. */
export function toLocalTime(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return '';
  const year = String(time.getFullYear()).padStart(4, '0');
  const day = [year, twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  const minute = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
  const milliseconds = time.getMilliseconds();
  if (milliseconds > 0)
    return `${day}T${minute}:${twoDigits(time.getSeconds())}.${String(milliseconds).padStart(3, '0')}`;
  return time.getSeconds() > 0 ? `${day}T${minute}:${twoDigits(time.getSeconds())}` : `${day}T${minute}`;
}

/** The other way; what is no time stays as it is, for the check to refuse. */
export function fromLocalTime(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString().replace('.000Z', 'Z');
}
