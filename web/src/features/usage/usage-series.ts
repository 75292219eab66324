/** What each chart of usage draws, whatever it is counted by. */
export const counts = [
  { key: 'runs', label: 'Runs', format: 'number' as const },
  { key: 'errors', label: 'Failed', format: 'number' as const },
];

export const times = [
  { key: 'p50', label: 'Median, ms', format: 'number' as const },
  { key: 'p95', label: '95 of 100 within, ms', format: 'number' as const },
  { key: 'p99', label: '99 of 100 within, ms', format: 'number' as const },
];
