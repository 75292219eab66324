import { Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { readFormLayout } from '#ui/schema-form/form-layout.ts';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import { createUpload } from '#ui/schema-form/upload-file.ts';
import { readToolFields } from './tool-fields.ts';

const ToolInput_tool = graphql(`
  fragment ToolInput_tool on Tool {
    id
    inputSchema
    formSpec
    inputExamples { label input }
    ...ToolFields_tool
  }
`);

/** The form of a tool. It checks what was typed and shows the input that this makes. */
export function ToolInput({ tool: masked }: { tool: FragmentType<typeof ToolInput_tool> }) {
  const tool = readFragment(ToolInput_tool, masked);
  const fields = readToolFields(tool);
  const layout = useMemo(() => readFormLayout(tool.formSpec), [tool.formSpec]);
  const [checked, setChecked] = useState<Values>();
  const { tenant } = useViewer();
  const mayUpload = useCan('files.tenant.create');
  const uploadFile = useMemo(
    () => createUpload({ url: '/api/files', headers: { 'x-toolcrib-tenant': tenant.slug } }),
    [tenant.slug],
  );

  if (!fields) {
    return (
      <Stack gap="sm">
        <Text c="dimmed">This input nests too deep for a form. Write it as JSON that fits the schema:</Text>
        <CodeBlock label="input schema" code={JSON.stringify(tool.inputSchema, null, 2)} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      {fields.length === 0 && <Text c="dimmed">This tool takes no input.</Text>}
      {fields.length > 0 && (
        <SchemaForm
          fields={fields}
          layout={layout}
          examples={tool.inputExamples}
          submitLabel="Check input"
          onSubmit={setChecked}
          uploadFile={mayUpload ? uploadFile : undefined}
        />
      )}
      {checked && (
        <section aria-labelledby="checked-input">
          <Title order={3} id="checked-input" size="h4">
            Checked input
          </Title>
          <Text c="dimmed" size="sm" mb="xs">
            What you checked last. It fits the tool, and nothing was run.
          </Text>
          <CodeBlock label="input as JSON" code={JSON.stringify(checked, null, 2)} />
        </section>
      )}
    </Stack>
  );
}
