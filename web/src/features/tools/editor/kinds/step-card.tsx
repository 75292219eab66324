import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { SimpleGrid, Stack } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import entries from '#ui/schema-form/entries.module.css';
import { DragHandle, EntryControls } from '#ui/schema-form/entry-controls.tsx';
import type { ListEntries } from '#ui/schema-form/use-list-entries.ts';
import { TextField } from '../form-fields.tsx';
import type { Insertion } from '../insert-menu.tsx';
import { StepInputs } from './step-inputs.tsx';
import type { StepTool } from './step-tools.ts';
import { ToolSelect } from './tool-select.tsx';

type StepCardProps = {
  id: string;
  index: number;
  steps: ListEntries;
  tool: StepTool | undefined;
  insertions: readonly Insertion[];
};

export function StepCard({ id, index, steps, tool, insertions }: StepCardProps) {
  const sortable = useSortable({ id });
  const { setValue } = useFormContext();
  const { transform, transition, isDragging, setNodeRef } = sortable;
  const name = `execution.composition.steps.${index}`;
  const spoken = `step ${index + 1}`;
  return (
    <li
      ref={setNodeRef}
      data-entry={index}
      className={isDragging ? `${entries.entry} ${entries.dragged}` : entries.entry}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <DragHandle sortable={sortable} />
      <Stack gap="sm" role="group" aria-label={`Step ${index + 1}`}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ToolSelect
            name={`${name}.toolSlug`}
            spoken={spoken}
            // Another tool takes other inputs.
            onChosen={() => setValue(`${name}.inputs`, [], { shouldDirty: true })}
          />
          <TextField
            name={`${name}.id`}
            label="Id"
            aria-label={`Id of ${spoken}`}
            description="Later steps name it by this."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            spellCheck={false}
          />
        </SimpleGrid>
        <StepInputs name={`${name}.inputs`} spoken={spoken} tool={tool} insertions={insertions} />
      </Stack>
      <EntryControls index={index} name="Steps" entries={steps} />
    </li>
  );
}
