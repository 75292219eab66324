import { isRecord, ownValue, type Values } from '#ui/schema-form/field-definition.ts';
import type { FillBlock } from './filled-block.ts';
import { formatValue } from './format-value.ts';
import type { RankedItem } from './output-block.ts';
import { describeColumn, itemSchema } from './output-schema.ts';
import { readFormat } from './read-columns.ts';
import { isNumeric, readPoints } from './read-rows.ts';

const LABELS = ['label', 'name', 'title', 'item', 'option'];
const VALUES = ['score', 'value', 'points', 'weight', 'count', 'total'];
/** The place is told by the list itself. */
const PLACES = new Set(['rank', 'position', 'place', 'id']);

export const fillRanking: FillBlock = (value, config, schema) => {
  if (isRecord(value)) {
    const points = readPoints(value);
    const items = points?.map((point) => ({ label: String(point.label), value: point.value }));
    return items && { kind: 'ranking', items: items.sort(byValue), format: readFormat(config.format) };
  }
  if (!Array.isArray(value)) return undefined;
  const rows = value.filter(isRecord);
  if (rows.length === 0) {
    const items = value.map((entry) => ({ label: formatValue(entry), value: undefined }));
    return value.some((entry) => typeof entry === 'object') ? undefined : { kind: 'ranking', items };
  }
  const label = findLabel(rows, config);
  if (rows.length < value.length || label === undefined) return undefined;
  const number = findNumber(rows, config);
  const format = number === undefined ? undefined : describeColumn(number, itemSchema(schema)).format;
  const items = rows.map((row) => ({
    label: formatValue(ownValue(row, label)),
    value: number === undefined ? undefined : ownValue(row, number),
  }));
  return { kind: 'ranking', items, format: readFormat(config.format) ?? format };
};

const byValue = (a: RankedItem, b: RankedItem) => Number(b.value) - Number(a.value);

function findLabel(rows: readonly Values[], config: Values): string | undefined {
  const keys = Object.keys(rows[0]!);
  const asked = keys.find((key) => key === config.label || key === config.labelKey);
  return asked ?? LABELS.find((key) => keys.includes(key)) ?? keys.find((key) => typeof rows[0]![key] === 'string');
}

function findNumber(rows: readonly Values[], config: Values): string | undefined {
  const keys = Object.keys(rows[0]!).filter((key) => isNumeric(rows, key));
  const asked = keys.find((key) => key === config.value || key === config.valueKey);
  return asked ?? VALUES.find((key) => keys.includes(key)) ?? keys.find((key) => !PLACES.has(key.toLowerCase()));
}
