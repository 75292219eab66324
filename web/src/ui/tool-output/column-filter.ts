import { isRecord, ownValue, type Values } from '#ui/schema-form/field-definition.ts';
import { formatValue } from './format-value.ts';
import { propertySchema } from './output-schema.ts';

/** How rows are filtered by a column: the server chooses the control by the type of the column. */
export type ColumnFilter = {
  name: string;
  label: string;
  control: string;
  options?: readonly string[] | null;
  min?: number | null;
  max?: number | null;
};

export type Range = { from?: number; to?: number };
export type FilterValue = string | number | boolean | readonly string[] | Range;
/** What the reader asked for, by column. */
export type FilterValues = Readonly<Record<string, FilterValue | undefined>>;

/** The filters of each list of rows, by its part of the output schema. */
export type TableFilters = ReadonlyMap<unknown, readonly ColumnFilter[]>;

export type OutputTable = { path: readonly string[]; filters: readonly ColumnFilter[] };

export function toTableFilters(outputSchema: unknown, tables: readonly OutputTable[] = []): TableFilters {
  const found = tables.map(({ path, filters }) => [path.reduce(propertySchema, outputSchema), filters] as const);
  return new Map(found.filter(([schema]) => isRecord(schema)));
}

const isRange = (wanted: FilterValue): wanted is Range => isRecord(wanted);

function fits(value: unknown, wanted: FilterValue): boolean {
  if (Array.isArray(wanted)) return [value].flat().some((each) => wanted.includes(String(each)));
  if (isRange(wanted)) {
    if (typeof value !== 'number') return false;
    return value >= (wanted.from ?? -Infinity) && value <= (wanted.to ?? Infinity);
  }
  return value === wanted;
}

/** Texts are looked for within what the cell shows; what one chooses has to be the value. */
export function fitsFilters(row: Values, filters: readonly ColumnFilter[], values: FilterValues): boolean {
  return filters.every(({ name, control }) => {
    const wanted = values[name];
    if (wanted === undefined) return true;
    const value = ownValue(row, name);
    if (control !== 'text') return fits(value, wanted);
    return formatValue(value).toLowerCase().includes(String(wanted).trim().toLowerCase());
  });
}
