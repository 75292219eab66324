import { Text, Title } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** One or two sentences: what would be here, and what to do. */
  children?: ReactNode;
  /** Usually one button. */
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <div className={classes.icon}>
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </div>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text component="div" c="dimmed" className={classes.text}>
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
