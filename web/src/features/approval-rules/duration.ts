export const UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;

/** As a form holds it: the amount is empty while there is none. */
export type Duration = { amount: number | string; unit: Unit };

const largestFirst: Unit[] = ['days', 'hours', 'minutes'];

/** In the largest unit that needs no fraction. */
export function toDuration(seconds: number | null | undefined): Duration {
  if (seconds === null || seconds === undefined) return { amount: '', unit: 'hours' };
  const unit = largestFirst.find((each) => seconds % UNITS[each] === 0) ?? 'minutes';
  return { amount: seconds / UNITS[unit], unit };
}

/** Null: no limit. */
export function toSeconds({ amount, unit }: Duration): number | null {
  return amount === '' ? null : Math.round(Number(amount) * UNITS[unit]);
}
