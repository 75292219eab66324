const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

export function formatBytes(size: number): string {
  const power = size > 0 ? Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3)) : 0;
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(size / 1000 ** power);
}
