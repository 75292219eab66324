import { plural } from '#lib/format.ts';
import { Collapsible } from '#ui/schema-form/collapsible.tsx';
import displays from '#ui/schema-form/displays/displays.module.css';
import { isMedia, isRecord } from '#ui/schema-form/field-definition.ts';
import { BlockNote } from './block-note.tsx';
import { Folded } from './folded.tsx';
import { GenericValue } from './generic-value.tsx';
import { itemSchema } from './output-schema.ts';
import { learnColumns } from './read-rows.ts';
import { TableView } from './table-view.tsx';

const FIRST_ENTRIES = 20;
const MOST_ENTRIES = 1000;
const MOST_COLUMNS = 12;

type GenericListProps = { entries: readonly unknown[]; label: string; schema?: unknown; depth: number };

export function GenericList({ entries, label, schema, depth }: GenericListProps) {
  const rowSchema = itemSchema(schema);
  const rows = entries.every(isFlat) ? entries : undefined;
  const columns = rows && learnColumns(rows, rowSchema);
  const about = plural(entries.length, 'entry', 'entries');
  const asTable = rows && columns && columns.more === 0 && columns.columns.length <= MOST_COLUMNS;
  return (
    <Folded depth={depth} name={label} about={about}>
      {asTable ? (
        <TableView title={label} columns={columns.columns} rows={rows} schema={schema} />
      ) : (
        <Entries entries={entries} label={label} schema={rowSchema} depth={depth} about={about} />
      )}
    </Folded>
  );
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null || isMedia(value);

function isFlat(entry: unknown): entry is Record<string, unknown> {
  if (!isRecord(entry)) return false;
  const values = Object.values(entry);
  return values.length > 0 && values.every(isPlain);
}

function Entries({ entries, label, schema, depth, about }: GenericListProps & { about: string }) {
  const draw = (some: readonly unknown[]) => (
    <ol className={displays.entries}>
      {some
        .map((entry, index) => ({ key: `entry-${index}`, name: `${label} ${index + 1}`, entry }))
        .map(({ key, name, entry }) => (
          <li key={key}>
            <GenericValue value={entry} label={name} schema={schema} depth={depth + 1} />
          </li>
        ))}
    </ol>
  );
  return (
    <Collapsible
      long={entries.length > FIRST_ENTRIES}
      short={draw(entries.slice(0, FIRST_ENTRIES))}
      name={`${label}, ${about}`}
    >
      {entries.length > MOST_ENTRIES && (
        <BlockNote>The first {MOST_ENTRIES} entries; all are in the JSON view.</BlockNote>
      )}
      {draw(entries.slice(0, MOST_ENTRIES))}
    </Collapsible>
  );
}
