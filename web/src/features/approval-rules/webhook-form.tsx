import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMutation } from 'urql';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { fieldProblems } from '#lib/describe-error.ts';
import { tellOutcome } from '#lib/use-action.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { ErrorNote } from '#ui/error-note.tsx';

const WebhookForm_setApprovalWebhook = graphql(`
  mutation WebhookForm_setApprovalWebhook($input: SetApprovalWebhookInput!) {
    setApprovalWebhook(input: $input) { webhook { url } }
  }
`);

const WebhookForm_testApprovalWebhook = graphql(`
  mutation WebhookForm_testApprovalWebhook($input: TestApprovalWebhookInput!) {
    testApprovalWebhook(input: $input) { delivered message }
  }
`);

const schema = z.object({ url: z.string().trim().max(2000, 'At most 2000 characters.') });

/** The address, to be tried before it is saved. */
export function WebhookForm({ url }: { url: string }) {
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document: WebhookForm_setApprovalWebhook,
    schema,
    defaultValues: { url },
    onDone: ({ setApprovalWebhook: { webhook } }) => {
      reset({ url: webhook.url ?? '' });
      notifications.show({ message: webhook.url ? 'The address was saved.' : 'Nobody is told any more.' });
    },
  });
  const [{ fetching: testing }, send] = useMutation(WebhookForm_testApprovalWebhook);
  const [tested, setTested] = useState<{ delivered: boolean; message: string }>();

  async function test() {
    setTested(undefined);
    form.clearErrors('url');
    const result = await send({ input: { url: form.getValues('url') } });
    const wrong = result.error && fieldProblems(result.error).find(({ path }) => path[0] === 'url');
    if (wrong) form.setError('url', { type: 'server', message: wrong.message }, { shouldFocus: true });
    else setTested(tellOutcome(result)?.testApprovalWebhook);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={620}>
        <TextInput
          {...form.register('url')}
          type="url"
          label="Address"
          description="Each piece of news is a signed POST to this address. Empty: nobody is told."
          placeholder="https://hooks.example.com/approvals"
          autoComplete="off"
          spellCheck={false}
          error={form.formState.errors.url?.message}
        />
        {formError && <ErrorNote error={formError} />}
        <Group gap="xs">
          <Button type="submit" loading={submitting} disabled={!form.formState.isDirty}>
            Save address
          </Button>
          <Button variant="default" loading={testing} onClick={() => void test()}>
            Send a test
          </Button>
        </Group>
        <div role="status">
          {tested && (
            <Alert
              color={tested.delivered ? 'green' : 'yellow'}
              title={tested.delivered ? 'The test arrived' : 'The test did not arrive'}
            >
              {tested.message}
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  );
}
