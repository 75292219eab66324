import { plural } from '#lib/format.ts';
import type { FillBlock } from './filled-block.ts';
import { itemSchema } from './output-schema.ts';
import { readColumns } from './read-columns.ts';
import { learnColumns, readRows } from './read-rows.ts';

export const fillTable: FillBlock = (value, config, schema) => {
  const found = readRows(value);
  if (!found) return undefined;
  const rowSchema = itemSchema(schema);
  const asked = readColumns(config.columns, rowSchema);
  const learned = learnColumns(found.rows, rowSchema);
  const leftOut = [
    found.strays > 0 && plural(found.strays, 'entry that is not a row', 'entries that are not rows'),
    !asked && learned.more > 0 && plural(learned.more, 'more column'),
  ].filter(Boolean);
  return {
    kind: 'table',
    columns: asked ?? learned.columns,
    rows: found.rows,
    schema,
    note: leftOut.length > 0 ? `Only in the JSON view: ${leftOut.join(', ')}.` : undefined,
  };
};
