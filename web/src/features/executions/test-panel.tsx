import { Stack, Text } from '@mantine/core';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import type { FormLayout } from '#ui/schema-form/form-layout.ts';
import { RunForm } from './run-form.tsx';
import { RunOutput } from './run-output.tsx';
import { useToolRun } from './use-tool-run.ts';

export type TestPanelProps = {
  /** The tool as it is saved, also while it is a draft. */
  slug: string;
  fields: readonly FieldDefinition[];
  layout?: FormLayout;
};

/** Tries a tool out while it is made. */
export function TestPanel({ slug, fields, layout }: TestPanelProps) {
  const state = useToolRun({ slug, test: true });
  return (
    <Stack gap="md">
      <Text c="dimmed" size="sm">
        A trial runs the tool as it was saved last, for real: what it changes elsewhere is changed. Trials stay out of
        the history and the usage numbers.
      </Text>
      <RunForm
        slug={slug}
        state={state}
        fields={fields}
        layout={layout}
        submitLabel="Try it"
        drawOutput={(run, text) => <RunOutput run={run} text={text} />}
      />
    </Stack>
  );
}
