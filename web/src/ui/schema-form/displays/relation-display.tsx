import { Code, Group } from '@mantine/core';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';

export function RelationDisplay({ value }: FieldDisplayProps) {
  const ids = [...new Set([value].flat().map(toPlainText))];
  return (
    <Group gap={6}>
      {ids.map((id) => (
        <Code key={id}>{id}</Code>
      ))}
    </Group>
  );
}
