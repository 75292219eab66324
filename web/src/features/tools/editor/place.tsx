import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useError } from './use-error.ts';

/** Where an input is on the page, so that its problem can lead to it. */
export function Place({ name, children }: { name: string; children: ReactNode }) {
  return <div data-field-path={name}>{children}</div>;
}

/** What is wrong with a list as a whole. */
export function ListError({ name }: { name: string }) {
  const message = useError(name);
  if (!message) return null;
  return (
    <Text size="sm" c="red" role="alert">
      {message}
    </Text>
  );
}
