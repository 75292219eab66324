import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

const LONGEST = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** "Größe (net)" → "grosseNet": what people would have typed themselves. */
export function toFieldName(label: string): string {
  const [first = '', ...rest] = label
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter(Boolean);
  const start = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  const name = [start, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  return (/^\d/.test(name) ? `_${name}` : name).slice(0, LONGEST);
}

function isReserved(name: string): boolean {
  return name in Object.prototype;
}

/** The name itself, or with the first number that makes it one of its own. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (name === '') return '';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate) && !isReserved(candidate)) return candidate;
  }
}

export function namesOf(fields: readonly FieldDefinition[]): Set<string> {
  return new Set(fields.map((field) => field.name));
}

/** The rule of the API, said at once. An empty name of a new field is no mistake yet. */
export function findNameProblem(name: string, isTaken: boolean): string | undefined {
  if (name === '') return undefined;
  if (!NAME.test(name)) return 'Use up to 64 letters, digits and underscores, and do not start with a digit.';
  if (isReserved(name)) return 'Every object already has something of this name. Choose another.';
  return isTaken ? 'Another field has this name. Choose another.' : undefined;
}
