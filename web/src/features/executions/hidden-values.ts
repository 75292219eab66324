import { isRecord } from '#ui/schema-form/field-definition.ts';

/** What the server shows in place of a value that the tool calls sensitive. */
export const HIDDEN = '••••';

/** Whether a part was hidden: sent back as it is, the dots would be taken for the value. */
export function hasHidden(value: unknown): boolean {
  if (value === HIDDEN) return true;
  if (Array.isArray(value)) return value.some(hasHidden);
  return isRecord(value) && Object.values(value).some(hasHidden);
}

/** The value without its hidden parts, for a form in which they are filled in again. */
export function withoutHidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== HIDDEN).map(withoutHidden);
  if (!isRecord(value)) return value;
  const shown = Object.entries(value).filter(([, entry]) => entry !== HIDDEN);
  return Object.fromEntries(shown.map(([name, entry]) => [name, withoutHidden(entry)]));
}
