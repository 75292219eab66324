import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

type RowActionProps = {
  icon: LucideIcon;
  /** Names the row too: out of the table, "Remove" says too little. */
  label: string;
  /** What those read who see the row. */
  tip: string;
  danger?: boolean;
  onClick: () => void;
};

export function RowAction({ icon: Icon, label, tip, danger = false, onClick }: RowActionProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon variant="subtle" color={danger ? 'red' : 'gray'} aria-label={label} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
