import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';

/** The twelve kinds of value a field can hold, and how each may be shown. The first variant is the default. */
export const FIELD_VARIANTS = {
  text: ['single', 'multiline', 'markdown', 'code'],
  number: ['plain', 'currency', 'percent', 'slider'],
  boolean: ['switch', 'checkbox'],
  date: ['date', 'datetime'],
  enum: ['select', 'radio', 'badges'],
  url: ['link', 'plain'],
  email: ['link', 'plain'],
  phone: ['link', 'plain'],
  media: ['image', 'file', 'gallery'],
  relation: ['picker', 'multi-picker'],
  object: ['group', 'json'],
  array: ['list', 'table', 'tags'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type FieldType = keyof typeof FIELD_VARIANTS;
export const FIELD_TYPES = Object.keys(FIELD_VARIANTS) as [FieldType, ...FieldType[]];

export type FieldOption = { value: string; label: string };
/** Shown, and counted, only while another field of the same group has one of these values. */
export type VisibleWhen = { field: string; in: (string | number | boolean)[] };

export type FieldDefinition = {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  description?: string;
  variant?: string;
  default?: unknown;
  options?: FieldOption[];
  /** Smallest number, shortest text, fewest items. */
  min?: number;
  max?: number;
  /** Whole numbers only. */
  integer?: true;
  pattern?: string;
  /** Of which type the records are that a relation points to. */
  entityType?: string;
  fields?: FieldDefinition[];
  /** What each entry of a list is. Its name and whether it is required mean nothing. */
  items?: FieldDefinition;
  visibleWhen?: VisibleWhen;
  /** Of a value that no field describes, so that it is written as JSON. Forms of tools in code have it, authors do not. */
  schema?: JsonSchema;
};

export const MOST_FIELDS = 200;
export const DEEPEST_NESTING = 5;
export const ITEM_NAME = 'item';
export const LONGEST_LABEL = 120;
export const LONGEST_DESCRIPTION = 1_000;
const LONGEST_PATTERN = 500;

const option = z
  .union(
    [
      z.string().min(1).max(200),
      z.strictObject({ value: z.string().min(1).max(200), label: z.string().min(1).max(200) }),
    ],
    'An option is a text of at most 200 characters, or such texts as { value, label }.',
  )
  .transform((given): FieldOption => (typeof given === 'string' ? { value: given, label: given } : given));

const name = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    'A field name has letters, digits and underscores, and does not start with a digit.',
  )
  .refine((given) => !(given in Object.prototype), 'Every object already has something of this name. Choose another.');
const label = z.string().trim().min(1, 'Give the field a label.').max(LONGEST_LABEL);

const shape: z.ZodType<FieldDefinition, unknown> = z.lazy(() =>
  z.strictObject({
    name,
    label,
    type: z.enum(FIELD_TYPES, { error: `The type is one of ${FIELD_TYPES.join(', ')}.` }),
    required: z.boolean().default(false),
    description: z.string().max(LONGEST_DESCRIPTION).optional(),
    variant: z.string().optional(),
    default: z.json().optional(),
    options: z.array(option).min(1).max(500).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.literal(true).optional(),
    pattern: z.string().max(LONGEST_PATTERN).optional(),
    entityType: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'The name of a type of record has small letters, digits, _ and -.')
      .optional(),
    fields: z.array(shape).max(MOST_FIELDS).optional(),
    items: z.preprocess(nameItem, shape).optional(),
    visibleWhen: z
      .strictObject({
        field: z.string(),
        in: z
          .array(z.union([z.string(), z.number(), z.boolean()], 'Compare with a text, a number, or true and false.'))
          .min(1)
          .max(50),
      })
      .optional(),
  }),
);

function nameItem(given: unknown): unknown {
  if (!given || typeof given !== 'object' || Array.isArray(given)) return given;
  return { name: ITEM_NAME, label: 'Item', required: true, ...given };
}

export const fieldsShape = z.array(shape).max(MOST_FIELDS, `At most ${MOST_FIELDS} fields.`);

export function variantOf(field: FieldDefinition): string {
  return field.variant ?? FIELD_VARIANTS[field.type][0];
}

/** Whether the value is a list, so that bounds count entries. */
export function isList(field: FieldDefinition): boolean {
  return field.type === 'array' || ['gallery', 'multi-picker'].includes(variantOf(field));
}

/** Whether every call has to give it: what may be hidden or has a default may be left out. */
export function isDemanded(field: FieldDefinition): boolean {
  return field.required && !field.visibleWhen && field.default === undefined;
}

/** A required text is not empty, unless its own bound says that it may be. */
export function shortestText(field: FieldDefinition): number | undefined {
  return field.min ?? (field.required ? 1 : undefined);
}
