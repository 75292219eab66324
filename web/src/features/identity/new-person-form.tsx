import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { signInWithPassword } from '#lib/auth.ts';
import { signInPath } from '#lib/safe-next.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { withoutSession } from '#lib/without-session.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { AcceptInvitation } from './accept-invitation.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter your name, as others should see it.').max(100, 'Use at most 100 characters.'),
  password: z.string().min(10, 'Use at least 10 characters.').max(128, 'Use at most 128 characters.'),
});

/** For a person who has no account here yet. */
export function NewPersonForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { form, submit, submitting, formError } = useMutationForm({
    document: AcceptInvitation,
    schema,
    defaultValues: { name: '', password: '' },
    context: withoutSession,
    toVariables: (values) => ({ input: { token, ...values } }),
    onDone: async ({ acceptInvitation: { email, tenant } }, { password }) => {
      const signedIn = await signInWithPassword(email, password);
      const target = `/t/${tenant.slug}`;
      await navigate(signedIn.ok ? target : signInPath(target), {
        replace: true,
      });
    },
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {formError && <ErrorNote error={formError} />}
        <TextInput
          label="Your name"
          autoComplete="name"
          autoFocus
          size="md"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <PasswordInput
          label="Choose a password"
          description="At least 10 characters. A few words make a good one."
          autoComplete="new-password"
          size="md"
          error={errors.password?.message}
          aria-invalid={Boolean(errors.password)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          {...form.register('password')}
        />
        <Button type="submit" size="md" loading={submitting} mt="xs">
          Create account and join
        </Button>
      </Stack>
    </form>
  );
}
