/** Whatever a stored value turns out to be, people can read it. */
export function toPlainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value);
}
