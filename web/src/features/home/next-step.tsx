import { Card, Text, Title } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './next-step.module.css';

export type NextStepProps = {
  icon: LucideIcon;
  title: string;
  to: string;
  /** What is true now, such as "3 members". */
  fact?: string;
  children: ReactNode;
};

export function NextStep({ icon: Icon, title, to, fact, children }: NextStepProps) {
  return (
    <Card className={classes.card}>
      <Icon size={20} strokeWidth={1.75} className={classes.icon} aria-hidden />
      <Title order={3} mt="sm">
        <Link to={to} className={classes.link}>
          {title}
        </Link>
      </Title>
      <Text c="dimmed" size="sm" mt={4}>
        {children}
      </Text>
      {fact && (
        <Text size="sm" fw={500} mt="sm">
          {fact}
        </Text>
      )}
    </Card>
  );
}
