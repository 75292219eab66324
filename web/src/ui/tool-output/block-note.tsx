import { Group, Text } from '@mantine/core';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './block-note.module.css';

/** Why something looks plainer than the reader may expect. */
export function BlockNote({ children }: { children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" mb="xs">
      <Info size={16} aria-hidden className={classes.icon} />
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Group>
  );
}
