import { type ZodType, z } from 'zod';
import {
  type FieldDefinition,
  type FieldType,
  isDemanded,
  isList,
  shortestText,
  variantOf,
} from './field-definition.ts';
import { settleValues, shownFields } from './field-visibility.ts';
import { isTooLongFor, matchesPattern } from './safe-pattern.ts';

const FILL_IN = 'Fill this in.';
const PHONE = /^\+?[0-9 ()./-]{3,30}$/;

const CHOOSE_FILE = 'Choose a file.';
const CHOOSE_RECORD = 'Choose a record.';
const CHOOSE_OPTION = 'Choose one of the options.';
const FILL_IN_FIELDS = 'Fill in the fields.';

const MISSING: Partial<Record<FieldType, string>> = {
  enum: CHOOSE_OPTION,
  media: CHOOSE_FILE,
  relation: CHOOSE_RECORD,
  object: FILL_IN_FIELDS,
};

const missing = ({ type, schema }: FieldDefinition) => (schema ? FILL_IN : (MISSING[type] ?? FILL_IN));

/** What is missing and what is wrong are told apart. */
const orMissing = (field: FieldDefinition, message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined || issue.input === null ? missing(field) : message),
});

const mediaShape = z.strictObject({
  fileId: z.string().min(1),
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int().min(0),
});
/** A file is chosen as a whole, so nobody is told about its parts. */
const media = z.custom((value) => mediaShape.safeParse(value).success, CHOOSE_FILE);
const record = z.string(CHOOSE_RECORD).min(1, CHOOSE_RECORD);

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;

function text(
  field: FieldDefinition,
  least: number | undefined,
  schema = z.string(orMissing(field, 'Write a text.')),
): ZodType {
  let bounded = schema;
  if (least !== undefined) bounded = bounded.min(least, least === 1 ? FILL_IN : `Write at least ${characters(least)}.`);
  if (field.max !== undefined) bounded = bounded.max(field.max, `Write at most ${characters(field.max)}.`);
  const { pattern } = field;
  if (pattern === undefined) return bounded;
  return bounded
    .refine((value) => !isTooLongFor(pattern, value), { error: 'This text is too long to be checked.', abort: true })
    .refine((value) => matchesPattern(pattern, value), 'This does not have the expected form.');
}

function number(field: FieldDefinition): ZodType {
  let schema = z.number(orMissing(field, 'Write a number.'));
  if (field.integer) schema = schema.int('Write a whole number.');
  if (field.min !== undefined) schema = schema.min(field.min, `At least ${field.min}.`);
  if (field.max !== undefined) schema = schema.max(field.max, `At most ${field.max}.`);
  return schema;
}

function list(field: FieldDefinition, item: ZodType): ZodType {
  let schema = z.array(item, orMissing(field, 'Give a list.'));
  if (field.min !== undefined) schema = schema.min(field.min, `At least ${field.min}.`);
  if (field.max !== undefined) schema = schema.max(field.max, `At most ${field.max}.`);
  return schema;
}

function date(field: FieldDefinition): ZodType {
  return variantOf(field) === 'datetime'
    ? z.iso.datetime({ offset: true, ...orMissing(field, 'Write a time such as 2026-01-31T09:30:00Z.') })
    : z.iso.date(orMissing(field, 'Write a date such as 2026-01-31.'));
}

function toValidator(field: FieldDefinition): ZodType {
  switch (field.type) {
    case 'text':
      return text(field, shortestText(field));
    case 'url':
      return text(field, field.min).refine(
        (value) => isWebAddress(String(value)),
        'Write an address such as https://example.com.',
      );
    case 'email':
      return text(
        field,
        field.min,
        z.string(orMissing(field, 'Write a text.')).check(z.email('Write an e-mail address such as ada@example.com.')),
      );
    case 'phone':
      return text(field, field.min).refine(
        (value) => PHONE.test(String(value)),
        'Write a phone number such as +49 30 123456.',
      );
    case 'number':
      return number(field);
    case 'boolean':
      return z.boolean(orMissing(field, 'Choose yes or no.'));
    case 'date':
      return date(field);
    case 'enum':
      return z.enum(
        (field.options ?? []).map((option) => option.value),
        CHOOSE_OPTION,
      );
    case 'media':
      return isList(field) ? list(field, media) : media;
    case 'relation':
      return isList(field) ? list(field, record) : record;
    case 'object':
      return field.schema ? z.json() : fieldsToZod(field.fields ?? []);
    case 'array':
      return list(field, field.items ? toValidator({ ...field.items, required: true }) : z.never());
  }
}

/** Whether the field could hold this value, whatever else is given. */
export function acceptsValue(field: FieldDefinition, value: unknown): boolean {
  return toValidator(field).safeParse(value).success;
}

/**
 * The one validator of a list of fields. A field that is not shown is not asked for and what it holds is dropped; null
 * counts as left out; defaults are filled in.
 */
export function fieldsToZod(fields: readonly FieldDefinition[]): ZodType<Record<string, unknown>> {
  const shape = Object.fromEntries(
    fields.map((field) => [field.name, isDemanded(field) ? toValidator(field) : toValidator(field).optional()]),
  );
  let object = z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : FILL_IN_FIELDS),
  });
  for (const field of fields.filter((each) => each.required && each.visibleWhen)) {
    const { name } = field;
    object = object.refine((values) => Object.hasOwn(values, name) || !shownFields(fields, values).has(name), {
      path: [name],
      error: missing(field),
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    });
  }
  return z.preprocess((given) => settleValues(fields, given), object) as ZodType<Record<string, unknown>>;
}
