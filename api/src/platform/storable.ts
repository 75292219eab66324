import type { FieldError } from './errors.ts';

/** Whether the database keeps a text as it is: it has no room for NUL, nor for half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export const UNSTORABLE = 'contains a character that cannot be stored (NUL or half of a surrogate pair).';

/** The first text or name in a value that would not be kept as it is. Recursive: see first that it is not too deep. */
export function findUnstorable(value: unknown, path: string[] = []): FieldError | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { path, message: `This text ${UNSTORABLE}` };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, entry] of Object.entries(value)) {
    if (name === '__proto__' || !isStorable(name)) return { path, message: 'A name in this object is not allowed.' };
    if (typeof entry !== 'string' && typeof entry !== 'object') continue;
    const found = findUnstorable(entry, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

const ODD = /\\u0000|\\ud[89a-f]/i;

function mend(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\ufffd') : value;
}

/** As JSON that is kept as it is: texts that the database cannot hold are mended. */
export function toStorableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return ODD.test(text) ? JSON.stringify(value, mend) : text;
}
