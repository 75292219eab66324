import { HIDDEN, hasHidden } from '#features/executions/hidden-values.ts';
import { type FieldDefinition, isRecord, ownValue } from '#ui/schema-form/field-definition.ts';

const KEEPS = 'Hidden. Leave it empty to keep what was asked for.';

/** The fields of a form in which what is hidden may stay empty. */
export function relaxHidden(fields: readonly FieldDefinition[], inputs: readonly unknown[]): FieldDefinition[] {
  return fields.map((field) => {
    const values = inputs.map((input) => ownValue(input, field.name));
    if (values.includes(HIDDEN)) return { ...field, required: false, default: undefined, description: KEEPS };
    if (!values.some(hasHidden)) return field;
    const { items } = field;
    return {
      ...field,
      ...(field.fields && { fields: relaxHidden(field.fields, values) }),
      ...(items?.fields && { items: { ...items, fields: relaxHidden(items.fields, values.flat()) } }),
    };
  });
}

/** The values of the form, with the sign for what is hidden wherever it was left empty: the server puts back what it means. */
export function keepHidden(values: unknown, input: unknown): unknown {
  if (Array.isArray(values) && Array.isArray(input)) {
    const asked = Object.assign({}, ...input.filter(isRecord).map(onlyHidden));
    return values.map((entry) => keepHidden(entry, asked));
  }
  if (!isRecord(values) || !isRecord(input)) return values;
  const kept = Object.entries(values).map(([name, value]) => [name, keepHidden(value, ownValue(input, name))]);
  const empty = Object.entries(input).filter(([name, value]) => value === HIDDEN && !Object.hasOwn(values, name));
  return Object.fromEntries([...kept, ...empty]);
}

const onlyHidden = (entry: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => hasHidden(value)));
