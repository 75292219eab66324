import { toCanonicalJson } from '#platform/canonical.ts';
import { isPlain } from '#platform/is-plain.ts';
import type { ValueDifference } from './diff-values.ts';

export const MASK = '••••';

/** Whether a property is meant, by the way to it: a name means it anywhere, `address.street` a street within an address. */
export const isNamed = (way: string, names: readonly string[]) => names.some((name) => way.endsWith(`.${name}`));

/** The value with every property of these names hidden, at any depth. `within` is the way to the value; lists are no step. */
export function maskFields(value: unknown, names: readonly string[], within = ''): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => maskFields(entry, names, within));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const way = `${within}.${name}`;
      return [name, entry !== null && isNamed(way, names) ? MASK : maskFields(entry, names, way)];
    }),
  );
}

/** The same for what a tool answered, which names may call `output`, as its event does. */
export const maskOutput = (output: unknown, names: readonly string[]): unknown =>
  (maskFields({ output }, names) as { output: unknown }).output;

/**
 * What somebody sends back who was shown the masked value: a mask that stands where it stood means the value behind it.
 * Entries of a list are known by what was shown of them, so that they may have moved.
 */
export function restoreFields(given: unknown, stored: unknown, names: readonly string[], within = ''): unknown {
  if (names.length === 0) return given;
  if (Array.isArray(given) && Array.isArray(stored)) {
    const shown = stored.map((entry) => toCanonicalJson(maskFields(entry, names, within)));
    return given.map((entry, at) => {
      const looks = toCanonicalJson(entry);
      const from = shown[at] === looks ? at : shown.indexOf(looks);
      return from < 0 ? entry : stored[from];
    });
  }
  if (!isPlain(given) || !isPlain(stored)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, entry]) => {
      if (!Object.hasOwn(stored, name)) return [name, entry];
      const way = `${within}.${name}`;
      const isKept = entry === MASK && isNamed(way, names);
      return [name, isKept ? stored[name] : restoreFields(entry, stored[name], names, way)];
    }),
  );
}

/** Where a mask is left that stands for nothing. */
export function findMasks(value: unknown, names: readonly string[], path: string[] = [], within = ''): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const way = Array.isArray(value) ? within : `${within}.${name}`;
    const at = [...path, name];
    return entry === MASK && isNamed(way, names) ? [at] : findMasks(entry, names, at, way);
  });
}

/** That something was changed is no secret; what it was and what it became is. */
export function maskDifference({ path, before, after }: ValueDifference, names: readonly string[]): ValueDifference {
  const isHidden = names.some((name) => `.${path}.`.includes(`.${name}.`));
  const hide = (value: unknown) => (isHidden && value !== null ? MASK : maskFields(value, names, `.${path}`));
  return { path, before: hide(before), after: hide(after) };
}
