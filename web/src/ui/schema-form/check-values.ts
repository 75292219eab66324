import { z } from 'zod';
import {
  type FieldDefinition,
  type FieldProblem,
  hasDefault,
  isList,
  isMedia,
  isRecord,
  ownValue,
  type Values,
  variantOf,
} from './field-definition.ts';
import { isShown } from './field-visibility.ts';
import { NotJson } from './from-form-values.ts';
import { matchesPattern } from './matches-pattern.ts';

const PHONE = /^\+?[0-9 ()./-]{3,30}$/;
const MEDIA_PARTS = 4;
const email = z.email();
const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });

const missing: Partial<Record<FieldDefinition['type'], string>> = {
  enum: 'Choose one of the options.',
  relation: 'Choose a record.',
  media: 'Choose a file.',
  object: 'Fill in the fields.',
};

/** The rules of the server, for an answer at once; the server has the last word. No problems: good values. */
export function checkFields(fields: readonly FieldDefinition[], values: Values): FieldProblem[] {
  const read = (field: FieldDefinition) => ownValue(values, field.name);
  const known = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const problems = fields
    .filter((field) => isShown(field, fields, read))
    .flatMap((field) => under(field.name, checkField(field, read(field))));
  return [...unknown.map(tellUnknown), ...problems];
}

const LONGEST_STEP = 200;
const LONGEST_NAME = 60;

/** A name that somebody made up, as the server tells it: enough to find it, however long it is. */
function tellUnknown(name: string): FieldProblem {
  const named = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return { path: [name.slice(0, LONGEST_STEP)], message: `There is no field ${named} here. Take it out.` };
}

function here(message: string): FieldProblem {
  return { path: [], message };
}

function under(step: string, problems: FieldProblem[]): FieldProblem[] {
  return problems.map(({ path, message }) => ({ path: [step, ...path], message }));
}

function checkField(field: FieldDefinition, value: unknown): FieldProblem[] {
  if (value === undefined || value === null) {
    const message = field.schema ? undefined : missing[field.type];
    return field.required && !hasDefault(field) ? [here(message ?? 'Fill this in.')] : [];
  }
  return checkValue(field, value);
}

function checkValue(field: FieldDefinition, value: unknown): FieldProblem[] {
  if (value instanceof NotJson) return [here(value.message)];
  if (field.schema) return [];
  if (field.type === 'object') {
    return isRecord(value) ? checkFields(field.fields ?? [], value) : [here('Fill in the fields.')];
  }
  if (isList(field)) return checkList(field, value);
  const message = findProblem(field, value);
  return message === undefined ? [] : [here(message)];
}

function checkList(field: FieldDefinition, value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [here('Give a list.')];
  const message = outOfBounds(field, value.length);
  const item: FieldDefinition = { ...(field.items ?? { ...field, variant: null }), required: true, default: undefined };
  const inside = value.flatMap((entry, at) => under(String(at), checkField(item, entry)));
  return message === undefined ? inside : [here(message), ...inside];
}

function outOfBounds({ min, max }: FieldDefinition, size: number): string | undefined {
  if (typeof min === 'number' && size < min) return `At least ${min}.`;
  if (typeof max === 'number' && size > max) return `At most ${max}.`;
  return undefined;
}

/** What is wrong with a single value. */
function findProblem(field: FieldDefinition, value: unknown): string | undefined {
  switch (field.type) {
    case 'text':
      return textProblem(field, value);
    case 'url':
      return textProblem(field, value) ?? unless(isWebAddress(value), 'Write an address such as https://example.com.');
    case 'email':
      return (
        textProblem(field, value) ?? unless(fits(email, value), 'Write an e-mail address such as ada@example.com.')
      );
    case 'phone':
      return textProblem(field, value) ?? unless(PHONE.test(`${value}`), 'Write a phone number such as +49 30 123456.');
    case 'number':
      return numberProblem(field, value);
    case 'boolean':
      return unless(typeof value === 'boolean', 'Choose yes or no.');
    case 'date':
      return variantOf(field) === 'datetime'
        ? unless(fits(instant, value), 'Write a time such as 2026-01-31T09:30:00Z.')
        : unless(fits(day, value), 'Write a date such as 2026-01-31.');
    case 'enum':
      return field.options?.some((option) => option.value === value) ? undefined : missing.enum;
    case 'media':
      return isMedia(value) && Object.keys(value).length === MEDIA_PARTS ? undefined : missing.media;
    case 'relation':
      return typeof value === 'string' && value !== '' ? undefined : missing.relation;
    default:
      return undefined;
  }
}

function unless(good: boolean, message: string): string | undefined {
  return good ? undefined : message;
}

function fits(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;

function textProblem(field: FieldDefinition, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'Write a text.';
  const { max, pattern } = field;
  const least = field.min ?? (field.required && field.type === 'text' ? 1 : 0);
  // As people count: a sign of two units is one.
  const length = least > 0 || typeof max === 'number' ? [...value].length : 0;
  if (length < least) return least === 1 ? 'Fill this in.' : `Write at least ${characters(least)}.`;
  if (typeof max === 'number' && length > max) return `Write at most ${characters(max)}.`;
  const expected = typeof pattern !== 'string' || matchesPattern(pattern, value);
  return unless(expected, 'This does not have the expected form.');
}

function numberProblem(field: FieldDefinition, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Write a number.';
  if (field.integer && !Number.isSafeInteger(value)) return 'Write a whole number.';
  return outOfBounds(field, value);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
