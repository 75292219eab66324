import { Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { SecretValueInput } from './secret-value-input.tsx';
import type { Secret } from './secrets-table.tsx';

const SecretDialog_setSecret = graphql(`
  mutation SecretDialog_setSecret($input: SetSecretInput!) {
    setSecret(input: $input) {
      secret { id key }
    }
  }
`);

/** A secret that something needs and nobody has set yet. */
export type NeededSecret = Pick<Secret, 'key' | 'label' | 'hosts'>;

type SecretFormProps = {
  /** The one to replace; none to set a new one. */
  secret?: Secret;
  /** What is known of the new one. */
  needed?: NeededSecret;
  onClose: () => void;
};

export function SecretDialog({ opened, ...props }: SecretFormProps & { opened: boolean }) {
  const { secret, needed, onClose } = props;
  const title = secret ? `Replace ${secret.key}` : `Set ${needed?.key ?? 'secret'}`;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <SecretForm {...props} />
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
  // A line break at the end comes along when a value is copied, and would break the header it is sent in.
  value: z
    .string()
    .transform((value) => value.replace(/^[\r\n]+|[\r\n]+$/g, ''))
    .pipe(z.string().min(1, 'Write the value.').max(8192, 'At most 8192 characters.')),
});

function SecretForm({ secret, needed, onClose }: SecretFormProps) {
  const known = secret ?? needed;
  const firstEmpty = !known ? 'key' : known.hosts.length === 0 ? 'hosts' : 'value';
  const autoFocus = (name: string) => name === firstEmpty || undefined;
  const { form, submit, submitting, formError } = useMutationForm({
    document: SecretDialog_setSecret,
    schema,
    defaultValues: { key: known?.key ?? '', label: known?.label ?? '', hosts: known?.hosts ?? [], value: '' },
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
          readOnly={known !== undefined}
          data-autofocus={autoFocus('key')}
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
              data-autofocus={autoFocus('hosts')}
              error={firstMessage(errors.hosts)}
            />
          )}
        />
        <SecretValueInput
          {...form.register('value')}
          label={secret ? 'New value' : 'Value'}
          description={
            secret
              ? 'The stored value cannot be shown. Write it again, also to change only label or hosts.'
              : 'Keep a copy elsewhere: once set, it is never shown again.'
          }
          data-autofocus={autoFocus('value')}
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
