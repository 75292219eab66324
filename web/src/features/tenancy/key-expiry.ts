export const expiryPresets = ['30', '90', '365', 'custom', 'never'] as const;

type ExpiryPreset = (typeof expiryPresets)[number];

export const expiryLabels: Record<ExpiryPreset, string> = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  custom: 'On a date',
  never: 'Never',
};

const day = 24 * 60 * 60 * 1000;

/** A chosen day counts in full, where the person who chose it is. */
function endOfDay(date: string): Date {
  return new Date(`${date}T23:59:59`);
}

/** Null: never. */
export function toExpiry(preset: ExpiryPreset, date: string, now: Date): string | null {
  if (preset === 'never') return null;
  if (preset === 'custom') return endOfDay(date).toISOString();
  return new Date(now.getTime() + Number(preset) * day).toISOString();
}

export function isFutureDay(date: string, now: Date): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && endOfDay(date) > now;
}

/** For the lowest date a picker offers: today, as a calendar here shows it. */
export function toDateInput(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
