import { isRecord } from '#ui/schema-form/field-definition.ts';
import { type Column, FORMATS, type Format } from './output-block.ts';
import { describeColumn } from './output-schema.ts';

export function readFormat(value: unknown): Format | undefined {
  return FORMATS.find((format) => format === value);
}

/** A column from data of others: a key alone, or a key with label and format. */
export function readColumn(value: unknown, rowSchema: unknown): Column | undefined {
  const spec = typeof value === 'string' ? { key: value } : value;
  if (!isRecord(spec) || typeof spec.key !== 'string' || spec.key === '') return undefined;
  const described = describeColumn(spec.key, rowSchema);
  const label = typeof spec.label === 'string' && spec.label !== '' ? spec.label : described.label;
  return { key: spec.key, label, format: readFormat(spec.format) ?? described.format };
}

/** Undefined where nothing usable is listed, so that the caller finds columns by itself. */
export function readColumns(value: unknown, rowSchema: unknown): Column[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const columns = value.flatMap((each) => readColumn(each, rowSchema) ?? []);
  const unique = columns.filter((column, at) => columns.findIndex(({ key }) => key === column.key) === at);
  return unique.length > 0 ? unique : undefined;
}
