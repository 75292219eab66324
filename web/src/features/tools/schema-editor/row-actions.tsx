import { ActionIcon, Group } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, type LucideIcon, Trash2 } from 'lucide-react';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import type { FieldRows } from './use-field-rows.ts';

export type RowActionsProps = { field: FieldDefinition; index: number; isLast: boolean; verbs: FieldRows };

export function RowActions({ field, index, isLast, verbs }: RowActionsProps) {
  const name = field.label || field.name || `field ${index + 1}`;
  const button = (label: string, Icon: LucideIcon, onClick: () => void, more: object) => (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick} {...more}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap={2} wrap="nowrap">
      {button(`Move ${name} up`, ArrowUp, () => verbs.move(index, index - 1), {
        'data-move': 'up',
        disabled: index === 0,
      })}
      {button(`Move ${name} down`, ArrowDown, () => verbs.move(index, index + 1), {
        'data-move': 'down',
        disabled: isLast,
      })}
      {button(`Duplicate ${name}`, Copy, () => verbs.duplicate(index), {})}
      {button(`Remove ${name}`, Trash2, () => verbs.remove(index), { 'data-remove-field': true })}
    </Group>
  );
}
