import type { FieldDefinition } from './field-definition.ts';

type Values = Record<string, unknown>;

/** Which fields a person would see with these values. What depends on a hidden field is hidden as well. */
export function shownFields(fields: readonly FieldDefinition[], values: Values): Set<string> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const verdicts = new Map<string, boolean>();
  const isShown = (field: FieldDefinition | undefined): boolean => {
    if (!field) return false;
    const known = verdicts.get(field.name);
    if (known !== undefined) return known;
    const condition = field.visibleWhen;
    // A circle of conditions is refused elsewhere; here it hides instead of running forever.
    verdicts.set(field.name, false);
    const shown =
      !condition ||
      (isShown(byName.get(condition.field)) &&
        condition.in.some((value) => value === valueIn(values, condition.field)));
    verdicts.set(field.name, shown);
    return shown;
  };
  return new Set(fields.filter(isShown).map((field) => field.name));
}

/** A value as the fields mean it: null is left out, defaults are in, and what hidden fields hold is gone. */
export function settleValues(fields: readonly FieldDefinition[], given: unknown): unknown {
  if (!given || typeof given !== 'object' || Array.isArray(given)) return given;
  const settled: Values = { ...given };
  for (const { name, default: fallback } of fields) {
    if ((valueIn(settled, name) ?? null) !== null) continue;
    if (fallback === undefined) delete settled[name];
    else settled[name] = fallback;
  }
  const shown = shownFields(fields, settled);
  for (const { name } of fields) if (!shown.has(name)) delete settled[name];
  return settled;
}

function valueIn(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
