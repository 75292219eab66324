import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { PAGE_SIZE } from './use-arranged-rows.ts';

type TablePagerProps = { title: string; page: number; total: number; onPage: (page: number) => void };

export function TablePager({ title, page, total, onPage }: TablePagerProps) {
  const first = page * PAGE_SIZE + 1;
  const last = Math.min(total, first + PAGE_SIZE - 1);
  return (
    <Group component="nav" aria-label={`Pages of ${title}`} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        Rows {formatNumber(first)}–{formatNumber(last)} of {formatNumber(total)}
      </Text>
      <Group gap="xs">
        <Step end={page === 0} onStep={() => onPage(page - 1)}>
          Previous
        </Step>
        <Step end={last === total} onStep={() => onPage(page + 1)}>
          Next
        </Step>
      </Group>
    </Group>
  );
}

type StepProps = { end: boolean; onStep: () => void; children: ReactNode };

/** At the end it does nothing but keeps the focus, which a disabled button would lose. */
function Step({ end, onStep, children }: StepProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      data-disabled={end || undefined}
      aria-disabled={end}
      onClick={() => !end && onStep()}
    >
      {children}
    </Button>
  );
}
