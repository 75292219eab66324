import { isRecord, ownValue } from '#ui/schema-form/field-definition.ts';
import type { FillBlock } from './filled-block.ts';
import { describeColumn } from './output-schema.ts';
import { readColumns } from './read-columns.ts';

const MOST_STATS = 24;
const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
const isShort = (value: unknown) => typeof value !== 'string' || (value.length <= 120 && !value.includes('\n'));

export const fillStats: FillBlock = (value, config, schema) => {
  // A summary is often a sentence, and that needs no cards.
  if (isPlain(value)) return { kind: 'value', value };
  if (!isRecord(value)) return undefined;
  const asked = readColumns(config.items ?? config.columns, schema);
  const entries = Object.values(value);
  const fits =
    entries.length > 0 && entries.length <= MOST_STATS && entries.every((each) => isPlain(each) && isShort(each));
  if (!asked && !fits) return { kind: 'value', value };
  const columns = asked ?? Object.keys(value).map((key) => describeColumn(key, schema));
  return { kind: 'stats', items: columns.map((column) => ({ ...column, value: ownValue(value, column.key) })) };
};
