import { Modal, PasswordInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import type { Secret } from './secrets-table.tsx';

const SecretDialog_setSecret = graphql(`
  mutation SecretDialog_setSecret($input: SetSecretInput!) {
    setSecret(input: $input) {
      secret { id key }
    }
  }
`);

type SecretDialogProps = {
  /** The one to replace; none to set a new one. */
  secret: Secret | undefined;
  opened: boolean;
  onClose: () => void;
};

export function SecretDialog({ secret, opened, onClose }: SecretDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={secret ? `Replace ${secret.key}` : 'Set secret'}>
      <SecretForm secret={secret} onClose={onClose} />
    </Modal>
  );
}

const schema = z.object({
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z]\w{0,63}$/, 'Use 1 to 64 letters, digits and underscores, starting with a letter.'),
  label: z.string().trim().max(120, 'At most 120 characters.'),
  hosts: z.array(z.string()).min(1, 'Name at least one host. The value is never sent anywhere else.'),
  value: z.string().min(1, 'Write the value.').max(8192, 'At most 8192 characters.'),
});

type SecretFormProps = { secret: Secret | undefined; onClose: () => void };

function SecretForm({ secret, onClose }: SecretFormProps) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: SecretDialog_setSecret,
    schema,
    defaultValues: { key: secret?.key ?? '', label: secret?.label ?? '', hosts: secret?.hosts ?? [], value: '' },
    toVariables: (values) => ({ input: { ...values, agentSlug: secret?.agentSlug } }),
    onDone: ({ setSecret }) => {
      notifications.show({ message: `${setSecret.secret.key} was set.` });
      onClose();
    },
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.register('key')}
          label="Key"
          description="The name under which tools ask for it."
          required
          readOnly={secret !== undefined}
          data-autofocus={secret === undefined || undefined}
          autoComplete="off"
          spellCheck={false}
          error={errors.key?.message}
        />
        <TextInput
          {...form.register('label')}
          label="Label"
          description="What it is, in words."
          autoComplete="off"
          error={errors.label?.message}
        />
        <Controller
          control={form.control}
          name="hosts"
          render={({ field }) => (
            <TagsInput
              {...field}
              label="Hosts"
              description="The only hosts it is ever sent to, such as api.example.com or *.example.com."
              required
              splitChars={[',', ' ']}
              error={firstMessage(errors.hosts)}
            />
          )}
        />
        <PasswordInput
          {...form.register('value')}
          label={secret ? 'New value' : 'Value'}
          description={
            secret
              ? 'The stored value cannot be shown. Write it again, also to change only label or hosts.'
              : 'Keep a copy elsewhere: once set, it is never shown again.'
          }
          required
          data-autofocus={secret !== undefined || undefined}
          autoComplete="new-password"
          error={errors.value?.message}
        />
        <FormFooter
          submitLabel={secret ? 'Replace secret' : 'Set secret'}
          submitting={submitting}
          error={formError}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

type HostProblem = { message?: string };

/** The server names the host that is wrong, the form the whole list. */
function firstMessage(problem: HostProblem | (HostProblem | undefined)[] | undefined): string | undefined {
  return Array.isArray(problem) ? problem.find((one) => one?.message)?.message : problem?.message;
}
