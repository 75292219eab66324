import type { FillBlock } from './filled-block.ts';
import { CHART_TYPES } from './output-block.ts';
import { itemSchema } from './output-schema.ts';
import { readColumn, readColumns } from './read-columns.ts';
import { isNumeric, learnColumns, readPoints } from './read-rows.ts';

const MOST_SERIES = 8;
/** With fewer corners a radar is a line. */
const FEWEST_CORNERS = 3;

export const fillChart: FillBlock = (value, config, schema) => {
  const rows = readPoints(value);
  if (!rows) return undefined;
  const rowSchema = itemSchema(schema);
  const { columns } = learnColumns(rows, rowSchema);
  const askedX = readColumn(config.x, rowSchema);
  const x = askedX ?? columns.find(({ key }) => !isNumeric(rows, key)) ?? columns[0];
  if (!x) return undefined;
  const candidates = readColumns(config.series, rowSchema) ?? columns.filter(({ key }) => key !== x.key);
  const series = candidates.filter(({ key }) => isNumeric(rows, key)).slice(0, MOST_SERIES);
  if (series.length === 0) return undefined;
  const asked = config.type === 'radar' && rows.length >= FEWEST_CORNERS ? 'radar' : undefined;
  const type = asked ?? CHART_TYPES.find((each) => each === config.type) ?? 'bar';
  const left = candidates.length - series.length;
  return { kind: 'chart', type, x, series, rows, note: left > 0 && config.series ? UNDRAWN : undefined };
};

const UNDRAWN = 'Some of the series hold no numbers and are not drawn.';
