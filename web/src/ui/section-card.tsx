import { Box, Card, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type SectionCardProps = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of a page with a heading of its own. */
export function SectionCard({ title, description, actions, children }: SectionCardProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Box flex="1 1 240px">
          <Title order={2} id={id}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" maw="68ch">
              {description}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Card>
  );
}
