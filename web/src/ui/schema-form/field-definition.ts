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

export type FieldOption = { value: string; label: string };

/** As the API describes one input of a tool. */
export type FieldDefinition = {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  description?: string | null;
  /** From the layout of a form; the API itself has none. */
  placeholder?: string | null;
  /** Hidden in histories. The API lists it beside the fields. */
  sensitive?: true | null;
  variant?: string | null;
  default?: unknown;
  options?: readonly FieldOption[] | null;
  /** Smallest number, shortest text, fewest items. */
  min?: number | null;
  max?: number | null;
  /** Whole numbers only. */
  integer?: boolean | null;
  pattern?: string | null;
  entityType?: string | null;
  fields?: readonly FieldDefinition[] | null;
  items?: FieldDefinition | null;
  visibleWhen?: { field: string; in: readonly (string | number | boolean)[] } | null;
  /** JSON Schema of a value that fields cannot describe: it is written as JSON, and only the server can check it. */
  schema?: unknown;
};

/** What a media field holds, as `POST /api/files` answers it. */
export type MediaValue = { fileId: string; name: string; mediaType: string; size: number };

/** A sentence about the value at a path; list positions are written as text. */
export type FieldProblem = { path: readonly string[]; message: string };

export type Values = Record<string, unknown>;

export function variantOf(field: FieldDefinition): string {
  const variants: readonly string[] = FIELD_VARIANTS[field.type];
  return field.variant && variants.includes(field.variant) ? field.variant : variants[0]!;
}

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only: a field may be called `constructor`. */
export function ownValue(values: unknown, name: string): unknown {
  return isRecord(values) && Object.hasOwn(values, name) ? values[name] : undefined;
}

export function isMedia(value: unknown): value is MediaValue {
  if (!isRecord(value)) return false;
  const { fileId, name, mediaType, size } = value;
  const named = typeof fileId === 'string' && fileId !== '' && typeof name === 'string';
  return named && typeof mediaType === 'string' && Number.isInteger(size) && (size as number) >= 0;
}

/** Whether the value is a list, so that bounds count entries. */
export function isList(field: FieldDefinition): boolean {
  return field.type === 'array' || ['gallery', 'multi-picker'].includes(variantOf(field));
}

/** The server fills it in for what is left out. */
export function hasDefault(field: FieldDefinition): boolean {
  return field.default !== undefined && field.default !== null;
}

/** Whether neither yes nor no is an answer too: to leave it out is not to say no. */
export function mayStayUnset(field: FieldDefinition): boolean {
  return field.type === 'boolean' && !field.required && !hasDefault(field);
}

const TAGGED = new Set<FieldType>(['text', 'number', 'enum', 'url', 'email', 'phone']);
const IN_A_CELL = new Set<FieldType>([
  'text',
  'number',
  'boolean',
  'date',
  'enum',
  'url',
  'email',
  'phone',
  'relation',
]);

/** Tags hold simple values and a table holds flat records; everything else is a list. */
export function arrayLayout(field: FieldDefinition): 'list' | 'table' | 'tags' {
  const { items } = field;
  const variant = variantOf(field);
  if (variant === 'tags' && items && TAGGED.has(items.type)) return 'tags';
  const flat = items?.type === 'object' && variantOf(items) === 'group' && items.fields;
  if (variant === 'table' && flat && flat.every((column) => IN_A_CELL.has(column.type))) return 'table';
  return 'list';
}
