import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of the approval card with a small heading of its own. */
export function CardPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" id={id} mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
