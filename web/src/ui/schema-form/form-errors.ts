import { type FieldErrors, get, set } from 'react-hook-form';
import { arrayLayout, type FieldDefinition, variantOf } from './field-definition.ts';
import { childPath, itemPath, type PlacedProblem } from './form-path.ts';

/** One input, such as a page of JSON, may have many problems; the first few are enough to go on. */
const LONGEST = 300;

/** As the form library keeps errors. A list may have one of its own beside those of its entries. */
export function toFormErrors(problems: readonly PlacedProblem[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, message } of problems) {
    const existing: unknown = get(errors, name);
    const said: unknown = get(existing, 'message');
    const all = typeof said === 'string' ? `${said} ${message}` : message;
    if (all.length > LONGEST && all !== message) continue;
    const error = { type: 'rule', message: all };
    set(errors, name, typeof existing === 'object' && existing ? Object.assign(existing, error) : error);
  }
  return errors;
}

export type ShownProblem = { name: string; label: string; message: string };

/** The errors in the order of the page, each with the name of its input. */
export function listProblems(
  fields: readonly FieldDefinition[],
  errors: unknown,
  parent = '',
  prefix = '',
): ShownProblem[] {
  return fields.flatMap((field) => problemsOf(field, errors, childPath(parent, field.name), `${prefix}${field.label}`));
}

function problemsOf(field: FieldDefinition, errors: unknown, name: string, label: string): ShownProblem[] {
  const error: unknown = get(errors, name);
  if (!error) return [];
  const message: unknown = get(error, 'message');
  const own = typeof message === 'string' ? [{ name, label, message }] : [];
  if (field.type === 'object' && variantOf(field) === 'group') {
    return [...own, ...listProblems(field.fields ?? [], errors, name, `${label}, `)];
  }
  const { items } = field;
  if (!items || arrayLayout(field) === 'tags' || typeof error !== 'object') return own;
  const positions = Object.keys(error).filter((key) => /^\d+$/.test(key));
  const inside = positions
    .map(Number)
    .flatMap((at) => problemsOf(items, errors, itemPath(name, at), `${label} ${at + 1}`));
  return [...own, ...inside];
}
