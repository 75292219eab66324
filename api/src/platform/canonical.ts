import { createHash } from 'node:crypto';

/** One text for all values that mean the same: keys sorted, no spaces, `undefined` left out. */
export function toCanonicalJson(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((entry) => toCanonicalJson(entry ?? null)).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${toCanonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}
