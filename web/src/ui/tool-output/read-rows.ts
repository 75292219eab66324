import { isRecord, ownValue, type Values } from '#ui/schema-form/field-definition.ts';
import type { Column } from './output-block.ts';
import { describeColumn } from './output-schema.ts';

const ROWS_TO_LEARN_FROM = 100;
const MOST_COLUMNS = 30;

/** Rows of named cells, or undefined where the value is no table. Stray entries are left out and counted. */
export function readRows(value: unknown): { rows: Values[]; strays: number } | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.filter(isRecord);
  return rows.length === 0 && value.length > 0 ? undefined : { rows, strays: value.length - rows.length };
}

/** Columns in the order in which the first rows name them. */
export function learnColumns(rows: readonly Values[], rowSchema: unknown): { columns: Column[]; more: number } {
  const keys = new Set(rows.slice(0, ROWS_TO_LEARN_FROM).flatMap((row) => Object.keys(row)));
  const columns = [...keys].slice(0, MOST_COLUMNS).map((key) => describeColumn(key, rowSchema));
  return { columns, more: keys.size - columns.length };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export function isNumeric(rows: readonly Values[], key: string): boolean {
  const values = rows.slice(0, ROWS_TO_LEARN_FROM).map((row) => ownValue(row, key));
  return values.some(isNumber) && values.every((value) => value === null || value === undefined || isNumber(value));
}

/** Points from the shapes tools use: rows, plain numbers, or names with numbers. */
export function readPoints(value: unknown): Values[] | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every(isNumber)) {
    return value.map((each, index) => ({ label: index + 1, value: each }));
  }
  if (isRecord(value)) {
    const entries = Object.entries(value);
    const named = entries.length > 0 && entries.every(([, each]) => isNumber(each));
    return named ? entries.map(([label, each]) => ({ label, value: each })) : undefined;
  }
  const found = readRows(value);
  return found && found.rows.length > 0 ? found.rows : undefined;
}
