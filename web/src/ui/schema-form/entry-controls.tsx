import type { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Group } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import classes from './entries.module.css';
import type { ListEntries } from './use-list-entries.ts';

export type DragHandleProps = { sortable: Pick<ReturnType<typeof useSortable>, 'listeners' | 'setActivatorNodeRef'> };

/** For the pointer only; everybody else has the arrows. */
export function DragHandle({ sortable }: DragHandleProps) {
  return (
    <span ref={sortable.setActivatorNodeRef} className={classes.handle} aria-hidden {...sortable.listeners}>
      <GripVertical size={16} />
    </span>
  );
}

export type EntryControlsProps = { index: number; name: string; entries: ListEntries };

export function EntryControls({ index, name, entries }: EntryControlsProps) {
  const what = `entry ${index + 1} of ${name}`;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${what} up`}
        data-move="up"
        disabled={index === 0}
        onClick={() => entries.move(index, index - 1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${what} down`}
        data-move="down"
        disabled={index === entries.list.length - 1}
        onClick={() => entries.move(index, index + 1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${what}`}
        data-remove-entry
        onClick={() => entries.remove(index)}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
