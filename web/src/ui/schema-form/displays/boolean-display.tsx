import { Group } from '@mantine/core';
import { Check, X } from 'lucide-react';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';

export function BooleanDisplay({ value }: FieldDisplayProps) {
  if (typeof value !== 'boolean') return <span>{toPlainText(value)}</span>;
  const Icon = value ? Check : X;
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <Icon size={16} aria-hidden />
      {value ? 'Yes' : 'No'}
    </Group>
  );
}
