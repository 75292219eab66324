import { Stack } from '@mantine/core';
import { useController } from 'react-hook-form';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { SchemaSection } from '../schema-editor/schema-section.tsx';
import { JsonField } from './form-fields.tsx';
import { InputExamples } from './input-examples.tsx';
import { OutputSections } from './output-sections.tsx';
import { Place } from './place.tsx';
import { SensitiveOutputs } from './sensitive-outputs.tsx';

type InputAndOutputProps = {
  /** What the server said about single fields. */
  problems: readonly FieldProblem[];
};

/** What the tool takes and what it gives back. */
export function InputAndOutput({ problems }: InputAndOutputProps) {
  const { field } = useController({ name: 'fields' });
  return (
    <Stack component="section" gap="md" aria-label="Schema">
      <Place name="fields">
        <SchemaSection
          value={field.value}
          onChange={(fields: FieldDefinition[]) => field.onChange(fields)}
          problems={problems}
        />
      </Place>
      <SectionCard title="Examples and output" description="Samples of input, and what the tool gives back.">
        <Stack gap="lg">
          <InputExamples />
          <JsonField
            name="outputSchema"
            label="Output schema"
            description="Optional: the result as JSON Schema. Compositions and pages rely on what it promises, and a result that does not fit fails the run."
          />
          <SensitiveOutputs />
          <OutputSections />
        </Stack>
      </SectionCard>
    </Stack>
  );
}
