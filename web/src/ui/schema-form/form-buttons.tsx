import { Button, Group, Text } from '@mantine/core';
import { useFormState } from 'react-hook-form';

export type FormButtonsProps = {
  submitLabel: string;
  submitting: boolean;
  /** What has just been replaced, and can be brought back. */
  replaced: string | undefined;
  onReset: () => void;
  onUndo: () => void;
};

export function FormButtons({ submitLabel, submitting, replaced, onReset, onUndo }: FormButtonsProps) {
  const { isDirty, isSubmitting } = useFormState();
  return (
    <Group justify="flex-end" gap="xs">
      {replaced !== undefined && (
        <Group gap={6} mr="auto">
          <Text size="sm" c="dimmed">
            {replaced}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={onUndo}>
            Undo
          </Button>
        </Group>
      )}
      <Button variant="default" onClick={onReset} disabled={!isDirty}>
        Reset
      </Button>
      <Button type="submit" loading={submitting || isSubmitting}>
        {submitLabel}
      </Button>
    </Group>
  );
}
