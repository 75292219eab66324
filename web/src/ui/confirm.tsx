import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { wantDialogs } from '#lib/dialogs.ts';

export type ConfirmOptions = {
  title: string;
  /** What will happen, and whether it can be undone. */
  body: ReactNode;
  /** The verb of the button: "Revoke key", not "OK". */
  confirmLabel: string;
  danger?: boolean;
};

export async function confirmAction({ title, body, confirmLabel, danger = false }: ConfirmOptions): Promise<boolean> {
  await wantDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {body}
        </Text>
      ),
      labels: { confirm: confirmLabel, cancel: 'Cancel' },
      confirmProps: danger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      // Runs after onConfirm too; a promise keeps its first answer.
      onClose: () => resolve(false),
    });
  });
}
