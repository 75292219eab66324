import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { RowAction } from '#ui/row-action.tsx';
import { rulePath } from './rule-paths.ts';

type RuleRowActionsProps = {
  rule: { id: string; name: string };
  index: number;
  isLast: boolean;
  tenantSlug: string;
  onMove: (to: number) => void;
  onRemove: () => void;
};

export function RuleRowActions({ rule, index, isLast, tenantSlug, onMove, onRemove }: RuleRowActionsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${rule.name} up`}
        title="Ask earlier"
        data-move="up"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${rule.name} down`}
        title="Ask later"
        data-move="down"
        disabled={isLast}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Tooltip label="Edit">
        <ActionIcon
          component={Link}
          to={rulePath(tenantSlug, rule.id)}
          variant="subtle"
          color="gray"
          aria-label={`Edit ${rule.name}`}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <RowAction icon={Trash2} label={`Delete ${rule.name}`} tip="Delete" danger onClick={onRemove} />
    </Group>
  );
}
