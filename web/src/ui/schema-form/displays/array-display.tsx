import { Badge, Group } from '@mantine/core';
import { Collapsible } from '../collapsible.tsx';
import { arrayLayout, type FieldDefinition } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { FieldValue } from '../field-values.tsx';
import { toPlainText } from '../to-plain-text.ts';
import classes from './displays.module.css';
import { RecordTable } from './record-table.tsx';
import { TextDisplay } from './text-display.tsx';

const FIRST_ENTRIES = 10;

export function ArrayDisplay({ field, value }: FieldDisplayProps) {
  const { items } = field;
  if (!Array.isArray(value) || !items) {
    return <TextDisplay field={{ ...field, type: 'text', variant: 'code' }} value={value} />;
  }
  const layout = arrayLayout(field);
  const Layout = layout === 'tags' ? Tags : layout === 'table' ? RecordTable : List;
  return (
    <Collapsible
      long={value.length > FIRST_ENTRIES}
      short={<Layout items={items} entries={value.slice(0, FIRST_ENTRIES)} />}
      name={`${field.label}, ${value.length} entries`}
    >
      <Layout items={items} entries={value} />
    </Collapsible>
  );
}

export type EntriesProps = { items: FieldDefinition; entries: readonly unknown[] };

/** Values may repeat, so their position is part of the key. */
function keyed(entries: readonly unknown[]) {
  return entries.map((entry, index) => ({ key: `entry-${index}`, entry }));
}

function Tags({ items, entries }: EntriesProps) {
  const labelOf = (value: unknown) => items.options?.find((option) => option.value === value)?.label;
  return (
    <Group gap={6}>
      {keyed(entries).map(({ key, entry }) => (
        <Badge key={key} variant="light" color="gray">
          {labelOf(entry) ?? toPlainText(entry)}
        </Badge>
      ))}
    </Group>
  );
}

function List({ items, entries }: EntriesProps) {
  return (
    <ol className={classes.entries}>
      {keyed(entries).map(({ key, entry }) => (
        <li key={key}>
          <FieldValue field={items} value={entry} />
        </li>
      ))}
    </ol>
  );
}
