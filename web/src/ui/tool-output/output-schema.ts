import { isRecord, ownValue } from '#ui/schema-form/field-definition.ts';
import type { Column, Format } from './output-block.ts';

/** `unit_price`, `unit-price` and `unitPrice` are all "Unit price" to a reader. */
export function humanize(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean);
  const text = words.map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word)).join(' ');
  return text === '' ? name : text.replace(/^./u, (first) => first.toUpperCase());
}

/** A value that may be null is described by its other branch. */
function unwrap(schema: unknown): unknown {
  const branches = ownValue(schema, 'anyOf') ?? ownValue(schema, 'oneOf');
  if (!Array.isArray(branches)) return schema;
  return branches.find((branch) => isRecord(branch) && branch.type !== 'null') ?? schema;
}

export function propertySchema(schema: unknown, name: string): unknown {
  return ownValue(ownValue(unwrap(schema), 'properties'), name);
}

export function itemSchema(schema: unknown): unknown {
  return ownValue(unwrap(schema), 'items');
}

export function titleOf(schema: unknown, name: string): string {
  const title = ownValue(schema, 'title') ?? ownValue(unwrap(schema), 'title');
  return typeof title === 'string' && title !== '' ? title : humanize(name);
}

export function variantInSchema(schema: unknown): string | undefined {
  const variant = ownValue(ownValue(schema, 'x-field') ?? ownValue(unwrap(schema), 'x-field'), 'variant');
  return typeof variant === 'string' ? variant : undefined;
}

function formatOf(schema: unknown): Format | undefined {
  const variant = variantInSchema(schema);
  if (variant === 'currency' || variant === 'percent') return variant;
  const format = ownValue(unwrap(schema), 'format');
  return format === 'date' || format === 'date-time' ? 'date' : undefined;
}

/** A column in the words of the schema of its rows. */
export function describeColumn(key: string, rowSchema: unknown): Column {
  const schema = propertySchema(rowSchema, key);
  return { key, label: titleOf(schema, key), format: formatOf(schema) };
}

export function isMarkdownSchema(schema: unknown): boolean {
  const type = ownValue(unwrap(schema), 'contentMediaType');
  return type === 'text/markdown' || variantInSchema(schema) === 'markdown';
}
