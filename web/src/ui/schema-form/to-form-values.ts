import {
  arrayLayout,
  type FieldDefinition,
  isMedia,
  isRecord,
  mayStayUnset,
  ownValue,
  type Values,
  variantOf,
} from './field-definition.ts';
import { formKey } from './form-path.ts';
import { toLocalTime } from './local-time.ts';

/** What the inputs start with: the given values, else each field's default, else nothing filled in. */
export function toFormValues(fields: readonly FieldDefinition[], given: unknown): Values {
  return Object.fromEntries(
    fields.map((field) => [formKey(field.name), toFormValue(field, ownValue(given, field.name))]),
  );
}

export function toFormValue(field: FieldDefinition, given: unknown): unknown {
  const value = given ?? field.default ?? undefined;
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? value : '';
    case 'boolean':
      return mayStayUnset(field) && typeof value !== 'boolean' ? null : value === true;
    case 'date':
      return variantOf(field) === 'datetime' ? toLocalTime(toText(value)) : toText(value);
    case 'enum':
      return typeof value === 'string' ? value : null;
    case 'media':
      if (variantOf(field) === 'gallery') return Array.isArray(value) ? value.filter(isMedia) : [];
      return isMedia(value) ? value : null;
    case 'relation':
      return variantOf(field) === 'multi-picker' ? toTexts(value) : toText(value);
    case 'object':
      return toFormObject(field, value);
    case 'array':
      return toFormList(field, value);
    default:
      return toText(value);
  }
}

/** A group that may be left out starts as nothing, and is added by a button. */
function toFormObject(field: FieldDefinition, value: unknown): unknown {
  if (variantOf(field) === 'json') return value === undefined ? '' : JSON.stringify(value, null, 2);
  return field.required || isRecord(value) ? toFormValues(field.fields ?? [], value) : null;
}

function toFormList(field: FieldDefinition, value: unknown): unknown {
  if (arrayLayout(field) === 'tags') return toTexts(value);
  const entries = Array.isArray(value) ? value : [];
  return entries.map((entry) => toFormItem(field, entry));
}

/** The form library wants records in its lists. */
export function toFormItem(field: FieldDefinition, entry?: unknown): { item: unknown } {
  return { item: field.items ? toFormValue({ ...field.items, required: true }, entry) : entry };
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText).filter((text) => text !== '') : [];
}
