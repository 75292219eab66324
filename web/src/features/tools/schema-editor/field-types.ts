import type { FieldDefinition, FieldType } from '#ui/schema-form/field-definition.ts';

/** As in the API: lists and groups within each other go no deeper. */
export const DEEPEST_NESTING = 5;
export const MOST_FIELDS = 200;

/** The twelve types in the order of the menu, in words for authors. */
export const TYPE_WORDS: { readonly [type in FieldType]: { label: string; hint: string } } = {
  text: { label: 'Text', hint: 'A line, a paragraph, Markdown or code' },
  number: { label: 'Number', hint: 'An amount, a price, a share' },
  boolean: { label: 'Yes or no', hint: 'A switch or a checkbox' },
  date: { label: 'Date', hint: 'A day, with or without the time' },
  enum: { label: 'Choice', hint: 'One of a few options' },
  url: { label: 'Web address', hint: 'A link that starts with https://' },
  email: { label: 'E-mail', hint: 'An e-mail address' },
  phone: { label: 'Phone', hint: 'A phone number' },
  media: { label: 'File', hint: 'An image, a file or several' },
  relation: { label: 'Record', hint: 'Points to one or more records' },
  object: { label: 'Group', hint: 'Several fields under one name' },
  array: { label: 'List', hint: 'Any number of the same thing' },
};

export const VARIANT_WORDS: Readonly<Record<string, string>> = {
  single: 'One line',
  multiline: 'Several lines',
  markdown: 'Markdown',
  code: 'Code',
  plain: 'Plain',
  currency: 'Currency',
  percent: 'Percent',
  slider: 'Slider',
  switch: 'Switch',
  checkbox: 'Checkbox',
  date: 'Day',
  datetime: 'Day and time',
  select: 'Drop-down',
  radio: 'Radio buttons',
  badges: 'Badges',
  link: 'Link',
  image: 'One image',
  file: 'One file',
  gallery: 'Several files',
  picker: 'One record',
  'multi-picker': 'Several records',
  group: 'Fields',
  json: 'JSON text',
  list: 'List',
  table: 'Table',
  tags: 'Tags',
};

export const FIELD_TYPES = Object.keys(TYPE_WORDS) as FieldType[];

const NESTING = new Set<FieldType>(['object', 'array']);

/** What a field this deep may be: the deepest ones hold nothing inside. */
export function typesAt(depth: number): FieldType[] {
  return depth < DEEPEST_NESTING ? FIELD_TYPES : FIELD_TYPES.filter((type) => !NESTING.has(type));
}

export function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(TYPE_WORDS, type);
}

/** How many levels a field takes, itself included. */
export function levelsOf(field: FieldDefinition): number {
  const inside = [...(field.fields ?? []), ...(field.items ? [field.items] : [])];
  return 1 + Math.max(0, ...inside.map(levelsOf));
}

export function newItem(): FieldDefinition {
  return { name: 'item', label: 'Item', type: 'text', required: true };
}

/** What a type cannot do without. */
export function startOf(type: FieldType): Partial<FieldDefinition> {
  if (type === 'enum') return { options: [] };
  if (type === 'object') return { fields: [] };
  return type === 'array' ? { items: newItem() } : {};
}

export function newField(type: FieldType): FieldDefinition {
  return { name: '', label: '', type, required: false, ...startOf(type) };
}
