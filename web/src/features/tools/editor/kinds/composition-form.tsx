import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import entries from '#ui/schema-form/entries.module.css';
import { SortableArea } from '#ui/schema-form/sortable-area.tsx';
import type { StepValues } from '../execution-values.ts';
import { stepInsertions, useInputInsertions } from '../insertions.ts';
import { PairRows } from '../pair-rows.tsx';
import { ListError, Place } from '../place.tsx';
import { StepCard } from './step-card.tsx';
import { useStepTools } from './step-tools.ts';
import { useSteps } from './use-steps.ts';

const MOST_STEPS = 20;

/** Tools that run one after another; each sees the input and what came before it. */
export function CompositionForm() {
  const root = useRef<HTMLDivElement>(null);
  const steps = useSteps(root);
  const values: StepValues[] = useWatch({ name: 'execution.composition.steps' });
  const tools = useStepTools(values.map(({ toolSlug }) => toolSlug));
  const inputs = useInputInsertions();
  const insertionsBefore = (index: number) => [
    ...inputs,
    ...stepInsertions(values.slice(0, index), (slug) => tools.get(slug)?.outputSchema),
  ];
  const isFull = steps.list.length >= MOST_STEPS;

  return (
    <Stack gap="lg">
      <Place name="execution.composition.steps">
        <Stack gap="xs" ref={root}>
          <Text size="sm" c="dimmed">
            Each step runs once the one before it is done. The first failure ends the run.
          </Text>
          <SortableArea ids={steps.list.map(({ id }) => id)} onMove={steps.move}>
            <ol className={entries.entries} aria-label="Steps">
              {steps.list.map(({ id }, index) => (
                <StepCard
                  key={id}
                  id={id}
                  index={index}
                  steps={steps}
                  tool={tools.get(values[index]?.toolSlug ?? '')}
                  insertions={insertionsBefore(index)}
                />
              ))}
            </ol>
          </SortableArea>
          <ListError name="execution.composition.steps" />
          <div>
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
              disabled={isFull}
              data-add-entry
              onClick={steps.add}
            >
              Add step
            </Button>
          </div>
          {isFull && (
            <Text size="xs" c="dimmed">
              That is the most: {MOST_STEPS} steps.
            </Text>
          )}
          <VisuallyHidden role="status">{steps.news}</VisuallyHidden>
        </Stack>
      </Place>
      <PairRows
        name="execution.composition.output"
        label="Output"
        description="What the tool gives back, by name."
        noun="output"
        asText={false}
        insertions={insertionsBefore(values.length)}
      />
    </Stack>
  );
}
