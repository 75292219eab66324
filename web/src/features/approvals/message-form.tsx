import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import type { BaseSyntheticEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ErrorNote } from '#ui/error-note.tsx';

const MOST = 2000;

export const messageSchema = z.object({
  text: z.string().trim().min(1, 'Write something.').max(MOST, `At most ${MOST} characters.`),
});

export type MessageValues = z.input<typeof messageSchema>;

type MessageFormProps = {
  form: UseFormReturn<MessageValues, unknown, MessageValues>;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  submitting: boolean;
  error: CombinedError | undefined;
  label: string;
  submitLabel: string;
};

/** A question or an answer, to be written. */
export function MessageForm({ form, submit, submitting, error, label, submitLabel }: MessageFormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          {...form.register('text')}
          label={label}
          rows={3}
          required
          error={form.formState.errors.text?.message}
        />
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={submitting}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
