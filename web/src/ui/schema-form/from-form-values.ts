import {
  arrayLayout,
  type FieldDefinition,
  hasDefault,
  isRecord,
  ownValue,
  type Values,
  variantOf,
} from './field-definition.ts';
import { withoutHidden } from './field-visibility.ts';
import { formKey } from './form-path.ts';
import { fromLocalTime } from './local-time.ts';

/** Stands for a text that should be JSON and is not. */
export class NotJson {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** What is sent: without hidden fields, and without what was left empty. */
export function fromFormValues(fields: readonly FieldDefinition[], form: unknown): Values {
  const entries = fields
    .map((field) => [field.name, fromFormValue(field, ownValue(form, formKey(field.name)))] as const)
    .filter(([, value]) => value !== undefined);
  return withoutHidden(fields, Object.fromEntries(entries));
}

export function fromFormValue(field: FieldDefinition, value: unknown): unknown {
  if (value === '') return keepsEmpty(field) ? '' : undefined;
  if (value === null || value === undefined) return undefined;
  switch (field.type) {
    case 'date':
      return variantOf(field) === 'datetime' ? fromLocalTime(String(value)) : value;
    case 'object':
      return variantOf(field) === 'json' ? parseJson(String(value)) : fromFormValues(field.fields ?? [], value);
    case 'array':
      return unlessEmpty(field, fromFormList(field, value));
    case 'media':
    case 'relation':
      return unlessEmpty(field, value);
    default:
      return value;
  }
}

/** Left out, it would get its default: somebody who empties it wants it empty. */
function keepsEmpty(field: FieldDefinition): boolean {
  return field.type === 'text' && (hasDefault(field) || (field.required && field.min === 0));
}

/** A list that need not be given is left out when empty, so that its smallest size does not apply. */
function unlessEmpty(field: FieldDefinition, value: unknown): unknown {
  const empty = Array.isArray(value) && value.length === 0;
  return empty && !field.required && !hasDefault(field) ? undefined : value;
}

function fromFormList(field: FieldDefinition, value: unknown): unknown[] {
  const { items } = field;
  if (!Array.isArray(value) || !items) return [];
  if (arrayLayout(field) === 'tags') return items.type === 'number' ? value.map(toNumber) : value;
  const item = { ...items, required: true };
  return value.map((entry) => fromFormValue(item, isRecord(entry) ? entry.item : undefined));
}

function toNumber(text: unknown): unknown {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    return new NotJson(`This is not JSON yet: ${error instanceof Error ? error.message : 'check the brackets'}`);
  }
}
