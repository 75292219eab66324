import { Card, Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-label={label}>
      {children}
    </div>
  );
}

/** A whole page: heading and a card. */
export function PageLoading() {
  return (
    <Loading label="Loading the page">
      <Stack gap="lg" maw={1040} mx="auto">
        <Stack gap="xs">
          <Skeleton height={28} width={200} />
          <Skeleton height={16} maw={420} />
        </Stack>
        <CardSkeleton />
      </Stack>
    </Loading>
  );
}

/** The rows of a list or table. */
export function TableLoading({ rows = 5 }: { rows?: number }) {
  const keys = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <Loading label="Loading the list">
      <Stack gap="md" py="sm">
        {keys.map((key) => (
          <Group key={key} gap="md" wrap="nowrap">
            <Skeleton circle height={32} />
            <Skeleton height={14} width="30%" />
            <Skeleton height={14} width="20%" visibleFrom="xs" />
            <Skeleton height={14} width="15%" ml="auto" />
          </Group>
        ))}
      </Stack>
    </Loading>
  );
}

/** A form with a few fields. */
export function FormLoading({ fields = 3 }: { fields?: number }) {
  const keys = Array.from({ length: fields }, (_, index) => `field-${index}`);
  return (
    <Loading label="Loading the form">
      <Stack gap="lg">
        {keys.map((key) => (
          <Stack key={key} gap="xs">
            <Skeleton height={14} width={120} />
            <Skeleton height={36} />
          </Stack>
        ))}
      </Stack>
    </Loading>
  );
}

function CardSkeleton() {
  return (
    <Card>
      <Stack gap="md">
        <Skeleton height={16} width="40%" />
        <Skeleton height={16} width="75%" />
        <Skeleton height={16} width="60%" />
      </Stack>
    </Card>
  );
}
