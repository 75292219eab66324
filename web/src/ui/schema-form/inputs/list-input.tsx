import { Button, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { arrayLayout } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { GroupFrame } from '../group-frame.tsx';
import { SortableArea } from '../sortable-area.tsx';
import { useFieldError } from '../use-field-error.ts';
import { useListEntries } from '../use-list-entries.ts';
import { EntryList } from './entry-list.tsx';
import { EntryTable } from './entry-table.tsx';

/** Entries that come, go and change places: by buttons, by keyboard, or dragged. */
export function ListInput({ field, path, spokenLabel }: FieldInputProps) {
  const root = useRef<HTMLDivElement>(null);
  const entries = useListEntries(field, path, root);
  const error = useFieldError(path);
  const ids = entries.list.map(({ id }) => id);
  const Layout = arrayLayout(field) === 'table' ? EntryTable : EntryList;
  const full = typeof field.max === 'number' && ids.length >= field.max;
  return (
    <GroupFrame field={field} spokenLabel={spokenLabel} error={error}>
      <div ref={root}>
        {ids.length === 0 ? (
          <Text size="sm" c="dimmed">
            No entries yet.
          </Text>
        ) : (
          <SortableArea ids={ids} onMove={entries.move}>
            <Layout field={field} path={path} entries={entries} />
          </SortableArea>
        )}
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={full}
          data-add-entry
          onClick={entries.add}
          aria-label={`Add an entry to ${field.label}`}
        >
          Add
        </Button>
        {full && (
          <Text size="xs" c="dimmed" mt={4}>
            That is the most: {field.max}.
          </Text>
        )}
      </div>
    </GroupFrame>
  );
}
