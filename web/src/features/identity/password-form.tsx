import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { signInWithPassword } from '#lib/auth.ts';

export type PasswordFormProps = {
  /** Filled in already, when the way here says who is coming. */
  email: string;
  next: string;
  onProblem: (message: string | undefined) => void;
};

export function PasswordForm({ email, next, onProblem }: PasswordFormProps) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setFocus, resetField } = useForm({
    defaultValues: { email, password: '' },
  });

  const submit = handleSubmit(async (values) => {
    onProblem(undefined);
    const result = await signInWithPassword(values.email.trim(), values.password);
    if (result.ok) {
      return navigate(next, { replace: true });
    }
    onProblem(result.message);
    if (result.status === 401) {
      resetField('password');
      setFocus('password');
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus={!email}
          size="md"
          error={formState.errors.email?.message}
          {...register('email', { required: 'Enter your e-mail address.' })}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus={Boolean(email)}
          size="md"
          error={formState.errors.password?.message}
          aria-invalid={Boolean(formState.errors.password)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          {...register('password', { required: 'Enter your password.' })}
        />
        <Button type="submit" size="md" loading={formState.isSubmitting} mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
