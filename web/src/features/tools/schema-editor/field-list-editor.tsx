import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import entries from '#ui/schema-form/entries.module.css';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { SortableArea } from '#ui/schema-form/sortable-area.tsx';
import { AddFieldMenu } from './add-field-menu.tsx';
import { SiblingsContext } from './editor-context.ts';
import { NO_PROBLEMS, problemsUnder } from './field-problems.ts';
import { SortableField } from './field-row.tsx';
import { MOST_FIELDS } from './field-types.ts';
import { type ChangeFields, useFieldRows } from './use-field-rows.ts';

export type FieldListEditorProps = {
  fields: readonly FieldDefinition[];
  onChange: ChangeFields;
  problems: readonly FieldProblem[];
  depth: number;
  /** The label of the group around them; none at the top. */
  group?: string;
};

function countNames(fields: readonly FieldDefinition[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Authors a list of fields: of the tool, or of a group inside. */
export function FieldListEditor({ fields, onChange, problems, depth, group }: FieldListEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAdd = () => requestAnimationFrame(() => addButton.current?.focus());
  const { rows, ids, verbs, removed } = useFieldRows(fields, onChange, list, focusAdd);
  const counts = useMemo(() => countNames(fields), [fields]);
  const placed = useMemo(() => rows.map((_, at) => problemsUnder(problems, String(at))), [rows, problems]);
  const isFull = fields.length >= MOST_FIELDS;
  return (
    <Stack gap="sm" align="stretch">
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {group ? 'No fields inside yet. A group needs at least one.' : 'No fields yet. The tool takes no input.'}
        </Text>
      )}
      <SiblingsContext value={fields}>
        <SortableArea ids={ids} onMove={verbs.move}>
          <ol className={entries.entries} ref={list} aria-label={group ? `Fields of ${group}` : 'Fields'}>
            {fields.map((field, index) => (
              <SortableField
                key={ids[index]}
                id={ids[index] ?? ''}
                isNew={rows[index]?.isNew ?? false}
                field={field}
                index={index}
                isLast={index === fields.length - 1}
                isTaken={(counts.get(field.name) ?? 0) > 1}
                depth={depth}
                problems={placed[index] ?? NO_PROBLEMS}
                verbs={verbs}
              />
            ))}
          </ol>
        </SortableArea>
      </SiblingsContext>
      <Group gap="sm">
        <AddFieldMenu ref={addButton} depth={depth} group={group} disabled={isFull} onAdd={verbs.add} />
        {isFull && (
          <Text size="sm" c="dimmed">
            That is the most: {MOST_FIELDS} fields.
          </Text>
        )}
        {removed && (
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {removed.field.label || 'The field'} is removed.
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => verbs.restore(removed.field, Math.min(removed.index, fields.length))}
            >
              Undo
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}
