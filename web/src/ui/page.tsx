import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageFocus } from '#lib/use-page-focus.ts';
import classes from './page.module.css';

export type PageProps = {
  title: string;
  description?: ReactNode;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  children?: ReactNode;
};

export function Page({ title, description, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  useEffect(() => {
    document.title = `${title} · Toolcrib`;
  }, [title]);
  return (
    <div className={classes.page}>
      <Group component="header" justify="space-between" align="flex-start" gap="md" mb="lg">
        <Box className={classes.heading}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" mt={4} className={classes.description}>
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}
