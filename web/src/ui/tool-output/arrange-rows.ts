import { ownValue, type Values } from '#ui/schema-form/field-definition.ts';
import { formatValue } from './format-value.ts';
import type { Column } from './output-block.ts';

export type Sorting = { key: string; descending: boolean };

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const isMissing = (value: unknown) => value === null || value === undefined || value === '' || Number.isNaN(value);

/** Numbers by size, everything else by its text; what is missing comes last in both directions. */
export function sortRows(rows: readonly Values[], sorting: Sorting | undefined, column?: Column): readonly Values[] {
  if (!sorting) return rows;
  const direction = sorting.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: toSortable(ownValue(row, sorting.key), column) }));
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined);
    return direction * compare(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}

function toSortable(value: unknown, column?: Column): string | number | undefined {
  if (isMissing(value)) return undefined;
  if (typeof value === 'number') return value;
  const time = column?.format === 'date' && typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? formatValue(value) : time;
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return collator.compare(String(a), String(b));
}

/** What a reader can search in a row: what is written in its cells. */
export function searchText(row: Values, columns: readonly Column[]): string {
  return columns
    .map(({ key, format }) => formatValue(ownValue(row, key), format))
    .join('\n')
    .toLowerCase();
}
