import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { TypedDocumentNode } from '@urql/core';
import { z } from 'zod';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { useDraft } from './use-drafts.ts';

const MOST = 2000;

const messageSchema = z.object({
  text: z.string().trim().min(1, 'Write something.').max(MOST, `At most ${MOST} characters.`),
});

type MessageFormProps<Data> = {
  document: TypedDocumentNode<Data, { input: { id: string; text: string } }>;
  approvalId: string;
  label: string;
  submitLabel: string;
  /** Under this name what is not sent is kept. */
  name: string;
  onDone?: () => void;
};

/** A question or an answer, to be written; empty again once it is sent. */
export function MessageForm<Data>({ document, approvalId, label, submitLabel, name, onDone }: MessageFormProps<Data>) {
  const draft = useDraft<string>(approvalId, name);
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document,
    schema: messageSchema,
    defaultValues: { text: draft.read() ?? '' },
    toVariables: ({ text }) => ({ input: { id: approvalId, text } }),
    onDone: (): void => {
      draft.keep(undefined);
      reset({ text: '' });
      onDone?.();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          {...form.register('text', { onChange: ({ target }) => draft.keep(target.value) })}
          label={label}
          rows={3}
          required
          error={form.formState.errors.text?.message}
        />
        {formError && <ErrorNote error={formError} />}
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={submitting}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
