import { Button, Group, Text } from '@mantine/core';
import { useFormState } from 'react-hook-form';
import classes from './editor.module.css';

type SaveBarProps = { label: string; version: number | undefined; onSave: () => void };

export function SaveBar({ label, version, onSave }: SaveBarProps) {
  const { isDirty, isSubmitting } = useFormState();
  const state = isDirty ? 'Not saved yet' : version !== undefined && `Version ${version}`;
  return (
    <Group className={classes.bar} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {state}
      </Text>
      <Button onClick={onSave} loading={isSubmitting}>
        {label}
      </Button>
    </Group>
  );
}
