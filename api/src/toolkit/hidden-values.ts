import { isPlain } from '#platform/is-plain.ts';
import { createValueRedaction, type Redaction } from '#platform/redact-values.ts';
import { isNamed, MASK } from './sensitive-fields.ts';

/** What of a run is hidden from histories: fields of these names, and these values wherever else they turn up. */
export type Hidden = { names: readonly string[]; values: readonly string[] };

export const NOTHING_HIDDEN: Hidden = { names: [], values: [] };

/** Shorter ones are found everywhere and would blank out whole texts. */
const SHORTEST = 4;
/** With more than these, all that a tool told is hidden instead of looked through. */
const MOST = 1_000;

const isTelling = (text: string) => text.trim().length >= SHORTEST;

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The texts and numbers that lie in fields of these names. */
export function valuesOf(given: unknown, names: readonly string[], within = ''): string[] {
  if (names.length === 0 || typeof given !== 'object' || given === null) return [];
  const found = Object.entries(given).flatMap(([name, entry]) => {
    const way = Array.isArray(given) ? within : `${within}.${name}`;
    const isHidden = !Array.isArray(given) && isNamed(way, names);
    return isHidden ? leavesOf(entry).filter(isTelling) : valuesOf(entry, names, way);
  });
  return [...new Set(found)];
}

const HIDES_ALL: Redaction = {
  text: () => MASK,
  value: (given) => (given === null || given === undefined ? given : MASK),
  longest: Number.POSITIVE_INFINITY,
  cut: (_given, at) => at,
};

/** Takes hidden values out of what a tool told, however they are spelled there. */
export function redactionOf(values: readonly string[]): Redaction {
  if (values.length > MOST) return HIDES_ALL;
  return createValueRedaction(new Map(values.map((value) => [value, value])), () => MASK);
}

/** The names of fields that differ between a value and the same with something hidden in it. */
export function namesOfHidden(clear: unknown, shown: unknown, within: readonly string[] = []): string[] {
  if (Object.is(clear, shown)) return [];
  const areLists = Array.isArray(clear) && Array.isArray(shown);
  if (!areLists && !(isPlain(clear) && isPlain(shown))) return [within.join('.')];
  const names = Object.entries(clear).flatMap(([name, entry]) => {
    const other: unknown = Object.hasOwn(shown, name) ? shown[name as keyof typeof shown] : undefined;
    return namesOfHidden(entry, other, areLists ? within : [...within, name]);
  });
  return [...new Set(names)];
}
