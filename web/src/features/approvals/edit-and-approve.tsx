import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { hasHidden, withoutHidden } from '#features/executions/hidden-values.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { FormLoading } from '#ui/loading.tsx';
import type { FieldProblem, Values } from '#ui/schema-form/field-definition.ts';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import { createUpload } from '#ui/schema-form/upload-file.ts';
import { keepHidden, relaxHidden } from './hidden-arguments.ts';
import { coversInput, useApprovalFields } from './use-approval-fields.ts';

type EditAndApproveProps = {
  toolSlug: string;
  input: unknown;
  submitting: boolean;
  /** What the server says about the arguments. */
  problems: readonly FieldProblem[] | undefined;
  onApprove: (input: Values) => unknown;
};

/** The tool's own form, filled with what was asked for. */
export function EditAndApprove({ toolSlug, input, submitting, problems, onApprove }: EditAndApproveProps) {
  const { fields, loading } = useApprovalFields(toolSlug);
  const { tenant } = useViewer();
  const mayUpload = useCan('files.tenant.create');
  const uploadFile = useMemo(
    () => createUpload({ url: '/api/files', headers: { 'x-toolcrib-tenant': tenant.slug } }),
    [tenant.slug],
  );
  if (loading) return <FormLoading />;
  if (!fields || !coversInput(fields, input)) {
    return (
      <Text c="dimmed" size="sm">
        No form can hold these arguments whole. Deny the call, and say what to change.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {hasHidden(input) && <Text size="sm">Sensitive values are hidden. Those you leave empty stay as they are.</Text>}
      <SchemaForm
        fields={relaxHidden(fields, [input])}
        defaultValues={withoutHidden(input) as Values}
        submitLabel="Approve with these arguments"
        submitting={submitting}
        serverErrors={problems}
        onSubmit={(values) => onApprove(keepHidden(values, input) as Values)}
        uploadFile={mayUpload ? uploadFile : undefined}
      />
    </Stack>
  );
}
