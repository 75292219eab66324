import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { changePassword, endOtherSignIns, setFirstPassword } from './account-requests.ts';
import { ProblemNote } from './problem-note.tsx';

function schemaFor(hasPassword: boolean) {
  return z
    .object({
      currentPassword: hasPassword ? z.string().min(1, 'Enter your current password.') : z.string(),
      newPassword: z.string().min(10, 'Use at least 10 characters.').max(128, 'Use at most 128 characters.'),
      repeated: z.string(),
      endOthers: z.boolean(),
    })
    .refine((values) => values.newPassword === values.repeated, {
      path: ['repeated'],
      message: 'The two do not match.',
    });
}

const empty = {
  currentPassword: '',
  newPassword: '',
  repeated: '',
  endOthers: true,
};

/** Where each complaint of the server belongs. */
const fieldOfCode: Record<string, 'currentPassword' | 'newPassword'> = {
  INVALID_PASSWORD: 'currentPassword',
  PASSWORD_TOO_WEAK: 'newPassword',
};

type PasswordFormProps = { hasPassword: boolean; onDone: () => Promise<unknown> };

export function PasswordForm({ hasPassword, onDone }: PasswordFormProps) {
  const form = useForm({
    resolver: standardSchemaResolver(schemaFor(hasPassword)),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword, newPassword, endOthers }) => {
    const answer = await (hasPassword ? changePassword(currentPassword, newPassword) : setFirstPassword(newPassword));
    if (!answer.ok) {
      const field = fieldOfCode[answer.code ?? ''] ?? 'root';
      const message = field === 'currentPassword' ? 'This is not your current password.' : answer.message;
      return form.setError(field, { message }, { shouldFocus: true });
    }
    const ended = endOthers ? await endOtherSignIns() : { ok: true };
    form.reset(empty);
    notifications.show(
      ended.ok
        ? { message: endOthers ? 'Password saved, other devices signed out.' : 'Password saved.' }
        : {
            color: 'yellow',
            message: 'Password saved, but other devices are still signed in. End them below.',
          },
    );
    await onDone();
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={460}>
        {hasPassword && (
          <PasswordInput
            {...form.register('currentPassword')}
            label="Current password"
            required
            autoComplete="current-password"
            error={errors.currentPassword?.message}
          />
        )}
        <PasswordInput
          {...form.register('newPassword')}
          label="New password"
          description="At least 10 characters."
          required
          autoComplete="new-password"
          error={errors.newPassword?.message}
        />
        <PasswordInput
          {...form.register('repeated')}
          label="New password again"
          required
          autoComplete="new-password"
          error={errors.repeated?.message}
        />
        <Checkbox {...form.register('endOthers')} label="Sign out on all other devices" />
        {errors.root?.message && <ProblemNote message={errors.root.message} />}
        <div>
          <Button type="submit" loading={isSubmitting}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
