/** A chosen day counts in full, where the person who chose it is. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`);
}

/** For a date input: so many days from today, as a calendar here shows it. */
export function inDays(days: number, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return [day.getFullYear(), pad(day.getMonth() + 1), pad(day.getDate())].join('-');
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}
