import { Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useQuery } from 'urql';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormFooter } from '#ui/form-footer.tsx';

const ReassignForm_reassignApproval = graphql(`
  mutation ReassignForm_reassignApproval($input: ReassignApprovalInput!) {
    reassignApproval(input: $input) { approval { id ...ApprovalCard_approval } }
  }
`);

/** Only the server knows whom the rule means. */
const ReassignFormPeopleQuery = graphql(`
  query ReassignFormPeopleQuery($id: ID!, $search: String) {
    approval(id: $id) { id assigneeId eligibleDeciders(search: $search) { userId name email } }
  }
`);

const schema = z.object({ userId: z.string().min(1, 'Choose who should decide.') });

type ReassignFormProps = { approvalId: string; onDone: () => void; onCancel: () => void };

export function ReassignForm({ approvalId, onDone, onCancel }: ReassignFormProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ userId: string; name: string; email: string }>();
  const [settled] = useDebouncedValue(search.trim(), 250);
  const wanted = settled === chosen?.name ? '' : settled;
  const [{ data, error, fetching }, retry] = useQuery({
    query: ReassignFormPeopleQuery,
    variables: { id: approvalId, search: wanted || null },
  });
  const found = data?.approval?.eligibleDeciders.filter(({ userId }) => userId !== data.approval?.assigneeId) ?? [];
  const people = new Map([...(chosen ? [chosen] : []), ...found].map((person) => [person.userId, person]));
  const { form, submit, submitting, formError } = useMutationForm({
    document: ReassignForm_reassignApproval,
    schema,
    defaultValues: { userId: '' },
    toVariables: ({ userId }) => ({ input: { id: approvalId, userId } }),
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
          name="userId"
          render={({ field, fieldState }) => (
            <Select
              ref={field.ref}
              label="Who should decide"
              description="Whoever you choose may decide about this call."
              data={[...people.values()].map(({ userId, name }) => ({ value: userId, label: name }))}
              value={field.value || null}
              onChange={(userId) => {
                setChosen(userId ? people.get(userId) : undefined);
                field.onChange(userId ?? '');
              }}
              onBlur={field.onBlur}
              allowDeselect={false}
              searchable
              searchValue={search}
              onSearchChange={setSearch}
              // The server has searched already, by e-mail address too.
              filter={({ options }) => options}
              nothingFoundMessage={fetching ? 'Searching…' : 'Nobody else can be chosen'}
              renderOption={({ option }) => (
                <div>
                  <Text size="sm">{option.label}</Text>
                  <Text size="xs" c="dimmed">
                    {people.get(option.value)?.email}
                  </Text>
                </div>
              )}
              error={fieldState.error?.message}
            />
          )}
        />
        {error && <ErrorNote error={error} onRetry={() => retry()} />}
        <FormFooter submitLabel="Reassign" submitting={submitting} error={formError} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
