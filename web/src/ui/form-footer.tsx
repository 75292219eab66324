import { Button, Group } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { ErrorNote } from './error-note.tsx';

type FormFooterProps = {
  submitLabel: string;
  submitting: boolean;
  /** What no field can show. */
  error: CombinedError | undefined;
  onCancel: () => void;
  disabled?: boolean;
};

export function FormFooter({ submitLabel, submitting, error, onCancel, disabled }: FormFooterProps) {
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={submitting} disabled={disabled}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}
