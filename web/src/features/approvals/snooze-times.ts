const hour = 60 * 60 * 1000;

function morningIn(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
}

/** When something may come back: soon, after lunch, or on a working morning. */
export function snoozeTimes(now: Date): { label: string; until: Date }[] {
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + hour) },
    { label: 'For 4 hours', until: new Date(now.getTime() + 4 * hour) },
    { label: 'Until tomorrow', until: morningIn(1, now) },
    { label: 'Until Monday', until: morningIn(daysToMonday, now) },
  ];
}
