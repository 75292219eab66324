import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useMemo } from 'react';
import classes from '../entries.module.css';
import { DragHandle, EntryControls } from '../entry-controls.tsx';
import type { FieldDefinition } from '../field-definition.ts';
import { FieldInput } from '../field-slot.tsx';
import { itemPath } from '../form-path.ts';
import type { ListEntries } from '../use-list-entries.ts';

export type EntryLayoutProps = { field: FieldDefinition; path: string; entries: ListEntries };

export function EntryList({ field, path, entries }: EntryLayoutProps) {
  const item = useMemo(() => field.items && { ...field.items, required: true }, [field.items]);
  if (!item) return null;
  return (
    <ol className={classes.entries}>
      {entries.list.map(({ id }, index) => (
        <Entry key={id} id={id} index={index} field={field} item={item} path={path} entries={entries} />
      ))}
    </ol>
  );
}

type EntryProps = EntryLayoutProps & { id: string; index: number; item: FieldDefinition };

function Entry({ id, index, field, item, path, entries }: EntryProps) {
  const sortable = useSortable({ id });
  const { transform, transition, isDragging, setNodeRef } = sortable;
  return (
    <li
      ref={setNodeRef}
      data-entry={index}
      className={isDragging ? `${classes.entry} ${classes.dragged}` : classes.entry}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <DragHandle sortable={sortable} />
      <FieldInput field={item} path={itemPath(path, index)} spokenLabel={`${field.label}, entry ${index + 1}`} />
      <EntryControls index={index} name={field.label} entries={entries} />
    </li>
  );
}
