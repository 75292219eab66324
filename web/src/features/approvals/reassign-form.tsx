import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useQuery } from 'urql';
import { z } from 'zod';
import { MemberSelect } from '#features/tenancy/member-select.tsx';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormFooter } from '#ui/form-footer.tsx';

const ReassignForm_reassignApproval = graphql(`
  mutation ReassignForm_reassignApproval($input: ReassignApprovalInput!) {
    reassignApproval(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

/** Members are chosen by their membership; calls are put before the person. */
const ReassignFormPersonQuery = graphql(`
  query ReassignFormPersonQuery($id: ID!) {
    node(id: $id) { __typename id ... on Membership { user { id } } }
  }
`);

const schema = z.object({ memberId: z.string().min(1, 'Choose who should decide.') });

type ReassignFormProps = { approvalId: string; onDone: () => void; onCancel: () => void };

export function ReassignForm({ approvalId, onDone, onCancel }: ReassignFormProps) {
  const [memberId, setMemberId] = useState('');
  const [{ data, error }, retry] = useQuery({
    query: ReassignFormPersonQuery,
    variables: { id: memberId },
    pause: memberId === '',
  });
  const found = data?.node?.id === memberId ? data.node : undefined;
  const userId = found?.__typename === 'Membership' ? found.user.id : '';
  const { form, submit, submitting, formError } = useMutationForm({
    document: ReassignForm_reassignApproval,
    schema,
    defaultValues: { memberId: '' },
    toVariables: () => ({ input: { id: approvalId, userId } }),
    onDone: () => {
      notifications.show({ message: 'The call was put before somebody else.' });
      onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Controller
          control={form.control}
          name="memberId"
          render={({ field, fieldState }) => (
            <MemberSelect
              label="Who should decide"
              value={field.value || null}
              onChange={(id) => {
                field.onChange(id ?? '');
                setMemberId(id ?? '');
              }}
              error={fieldState.error?.message}
            />
          )}
        />
        {error && memberId !== '' && <ErrorNote error={error} onRetry={() => retry()} />}
        <FormFooter
          submitLabel="Reassign"
          submitting={submitting}
          error={formError}
          onCancel={onCancel}
          disabled={memberId !== '' && userId === ''}
        />
      </Stack>
    </form>
  );
}
