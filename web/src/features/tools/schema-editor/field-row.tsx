import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { memo, useEffect, useId, useState } from 'react';
import entries from '#ui/schema-form/entries.module.css';
import { DragHandle } from '#ui/schema-form/entry-controls.tsx';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { FieldSettings } from './field-settings.tsx';
import { NameSettings } from './name-settings.tsx';
import { RowActions } from './row-actions.tsx';
import { RowSummary } from './row-summary.tsx';
import classes from './schema-editor.module.css';
import type { FieldRows } from './use-field-rows.ts';

export type FieldRowProps = {
  field: FieldDefinition;
  index: number;
  isLast: boolean;
  /** Added here and not saved yet: nobody relies on its name. */
  isNew: boolean;
  isTaken: boolean;
  depth: number;
  problems: readonly FieldProblem[];
  verbs: FieldRows;
};

/** Renders whenever dragging wants it to; what is inside renders for its own field only. */
export const SortableField = memo(function SortableField({ id, ...row }: FieldRowProps & { id: string }) {
  const sortable = useSortable({ id });
  const { transform, transition, isDragging, setNodeRef } = sortable;
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? `${classes.row} ${entries.dragged}` : classes.row}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <DragHandle sortable={sortable} />
      <FieldRow {...row} />
    </li>
  );
});

const FieldRow = memo(function FieldRow({
  field,
  index,
  isLast,
  isNew,
  isTaken,
  depth,
  problems,
  verbs,
}: FieldRowProps) {
  const body = useId();
  const [isOpen, setOpen] = useState(isNew || problems.length > 0);
  // Kept here: settings are unmounted while the row is folded.
  const [follows, setFollows] = useState(isNew);
  useEffect(() => {
    if (problems.length > 0) setOpen(true);
  }, [problems.length]);
  return (
    <div className={classes.main}>
      <div className={classes.header}>
        <RowSummary
          field={field}
          problemCount={problems.length}
          isTaken={isTaken}
          isOpen={isOpen}
          controls={body}
          onToggle={() => setOpen(!isOpen)}
        />
        <RowActions field={field} index={index} isLast={isLast} verbs={verbs} />
      </div>
      <div id={body} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <FieldSettings
            field={field}
            depth={depth}
            problems={problems}
            onChange={(next, repath) => verbs.update(index, next, repath)}
          >
            {(change) => (
              <NameSettings
                field={field}
                isNew={isNew}
                follows={follows}
                onFollow={setFollows}
                isTaken={isTaken}
                problems={problems}
                change={change}
                toFreeName={(name) => verbs.freeName(index, name)}
              />
            )}
          </FieldSettings>
        )}
      </div>
    </div>
  );
});
