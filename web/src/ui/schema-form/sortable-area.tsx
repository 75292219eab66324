import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';

// The form says what moved, and the keyboard has buttons of its own.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

export type SortableAreaProps = {
  ids: string[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

/** Rows inside can be dragged by their handle. */
export function SortableArea({ ids, onMove, children }: SortableAreaProps) {
  // A few pixels of tolerance, so that a click on the handle is not a drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const positionOf = (id: UniqueIdentifier) => ids.indexOf(String(id));

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(positionOf(active.id), positionOf(over.id));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
