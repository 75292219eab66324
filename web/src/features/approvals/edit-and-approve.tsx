import { Alert, Stack, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { hasHidden, withoutHidden } from '#features/executions/hidden-values.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { FormLoading } from '#ui/loading.tsx';
import type { FieldProblem, Values } from '#ui/schema-form/field-definition.ts';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import { createUpload } from '#ui/schema-form/upload-file.ts';
import type { CarriedValues } from '#ui/schema-form/use-carried-values.ts';
import { keepHidden, relaxHidden } from './hidden-arguments.ts';
import { coversInput, useApprovalFields } from './use-approval-fields.ts';
import { useDraft } from './use-drafts.ts';

/** Changed arguments that are not sent yet, and what was asked for when they were changed. */
export type EditDraft = { asked: string; typed: CarriedValues };

type EditAndApproveProps = {
  approvalId: string;
  toolSlug: string;
  input: unknown;
  submitting: boolean;
  /** What the server says about the arguments. */
  problems: readonly FieldProblem[] | undefined;
  onApprove: (input: Values) => unknown;
};

/** The tool's own form, filled with what was asked for. */
export function EditAndApprove(props: EditAndApproveProps) {
  const { approvalId, toolSlug, input, submitting, problems, onApprove } = props;
  const { fields, loading } = useApprovalFields(toolSlug);
  const { tenant } = useViewer();
  const mayUpload = useCan('files.tenant.create');
  const uploadFile = useMemo(
    () => createUpload({ url: '/api/files', headers: { 'x-toolcrib-tenant': tenant.slug } }),
    [tenant.slug],
  );
  const asked = JSON.stringify(input);
  const draft = useDraft<EditDraft>(approvalId, 'edit');
  const edit = useMemo(() => draft.read() ?? { asked, typed: { current: undefined } }, [draft, asked]);
  const keep = useCallback((isDirty: boolean) => draft.keep(isDirty ? edit : undefined), [draft, edit]);
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
      {edit.asked !== asked && (
        <Alert role="alert" color="yellow" title="The call has changed">
          You typed this when other arguments were asked for. Look at each value before you approve.
        </Alert>
      )}
      <SchemaForm
        key={asked}
        fields={relaxHidden(fields, [input])}
        defaultValues={withoutHidden(input) as Values}
        submitLabel="Approve with these arguments"
        submitting={submitting}
        serverErrors={problems}
        onSubmit={(values) => onApprove(keepHidden(values, input) as Values)}
        carried={edit.typed}
        onDirtyChange={keep}
        uploadFile={mayUpload ? uploadFile : undefined}
      />
    </Stack>
  );
}
