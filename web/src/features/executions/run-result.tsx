import { Button, Group, Stack, Text } from '@mantine/core';
import { Pencil, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyCall } from './copy-call.tsx';
import { hasHidden } from './hidden-values.ts';
import { OpenRun } from './open-run.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';
import { formatDuration } from './run-words.ts';
import type { RunResult as Result } from './use-tool-run.ts';

type RunResultProps = { slug: string; result: Result; onAgain: () => void; onEdit: () => void; children: ReactNode };

/** What came of a run, and what can be done with it. */
export function RunResult({ slug, result: { run, input }, onAgain, onEdit, children }: RunResultProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <RunStatusBadge status={run.status} errorCode={run.errorCode} />
          {typeof run.durationMs === 'number' && <Text size="sm">after {formatDuration(run.durationMs)}</Text>}
        </Group>
        <Group gap="xs">
          {!hasHidden(input) && (
            <Button size="xs" leftSection={<RotateCw size={14} aria-hidden />} onClick={onAgain}>
              Run again
            </Button>
          )}
          <Button size="xs" variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={onEdit}>
            Edit and run
          </Button>
          <CopyCall slug={slug} input={input} />
          <OpenRun runId={run.id} />
        </Group>
      </Group>
      {children}
    </Stack>
  );
}
