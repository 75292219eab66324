import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import type { FieldDefinition, Values } from '#ui/schema-form/field-definition.ts';
import { SchemaForm, type SchemaFormProps } from '#ui/schema-form/schema-form.tsx';
import { createUpload } from '#ui/schema-form/upload-file.ts';

export type InputFormProps = Pick<
  SchemaFormProps,
  'layout' | 'examples' | 'submitLabel' | 'serverErrors' | 'defaultValues' | 'carried'
> & {
  fields: readonly FieldDefinition[];
  onSubmit: (input: Values) => void;
};

/** Asks for the input of a tool. */
export function InputForm({ fields, ...form }: InputFormProps) {
  const { tenant } = useViewer();
  const mayUpload = useCan('files.tenant.create');
  const uploadFile = useMemo(
    () => createUpload({ url: '/api/files', headers: { 'x-toolcrib-tenant': tenant.slug } }),
    [tenant.slug],
  );
  return (
    <Stack gap="sm">
      {fields.length === 0 && <Text c="dimmed">This tool takes no input.</Text>}
      <SchemaForm {...form} fields={fields} uploadFile={mayUpload ? uploadFile : undefined} />
    </Stack>
  );
}
