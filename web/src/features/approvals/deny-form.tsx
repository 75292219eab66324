import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

const MOST = 2000;

type DenyFormProps = { submitting: boolean; label?: string; onDeny: (reason: string) => void; onCancel: () => void };

/** A denial without a reason helps nobody: the caller is told what is written here. */
export function DenyForm({ submitting, label = 'Deny', onDeny, onCancel }: DenyFormProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    if (!text) return setProblem('Say why. The caller reads it and can do better.');
    if (text.length > MOST) return setProblem(`At most ${MOST} characters.`);
    setProblem(undefined);
    onDeny(text);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          label="Reason"
          description="Whoever asked for the call is told."
          required
          rows={3}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={submitting}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
