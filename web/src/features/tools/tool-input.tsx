import { Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { InputForm } from '#features/executions/input-form.tsx';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { CodeBlock } from '#ui/code-block.tsx';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { readFormLayout } from '#ui/schema-form/form-layout.ts';
import { isCheckedHere, readToolFields } from './tool-fields.ts';

/** Also what running the tool needs. */
export const ToolInput_tool = graphql(`
  fragment ToolInput_tool on Tool {
    id
    formSpec
    inputExamples { label input }
    ...ToolFields_tool
  }
`);

type ToolInputProps = {
  tool: FragmentType<typeof ToolInput_tool>;
  /** Why it can only be checked here. */
  note: string;
};

/** The form of a tool for those who cannot run it. It checks what was typed and shows the input that this makes. */
export function ToolInput({ tool: masked, note }: ToolInputProps) {
  const tool = readFragment(ToolInput_tool, masked);
  const layout = useMemo(() => readFormLayout(tool.formSpec), [tool.formSpec]);
  const [checked, setChecked] = useState<Values>();
  const fields = readToolFields(tool);

  return (
    <Stack gap="lg">
      <Text c="dimmed">{note}</Text>
      <InputForm
        fields={fields}
        layout={layout}
        examples={tool.inputExamples}
        submitLabel="Check input"
        onSubmit={setChecked}
      />
      {checked && (
        <section aria-labelledby="checked-input">
          <Title order={3} id="checked-input" size="h4">
            Checked input
          </Title>
          <Text c="dimmed" size="sm" mb="xs">
            {fields.every(isCheckedHere)
              ? 'What you checked last. It fits the tool, and nothing was run.'
              : 'What you checked last. What is written as JSON is checked when the tool runs, and nothing was run.'}
          </Text>
          <CodeBlock label="input as JSON" code={JSON.stringify(checked, null, 2)} />
        </section>
      )}
    </Stack>
  );
}
