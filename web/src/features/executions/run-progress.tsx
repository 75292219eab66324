import { Code, Group, List, Loader, Stack, Text } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { StreamedText } from '#ui/tool-output/streamed-text.tsx';
import { Elapsed } from './elapsed.tsx';
import type { RunStep } from './run-events.ts';

type RunProgressProps = {
  status: ToolRunStatus | undefined;
  since: number;
  steps: readonly RunStep[];
  text: string;
  actions?: ReactNode;
};

/** What is known of a run that goes on. */
export function RunProgress({ status, since, steps, text, actions }: RunProgressProps) {
  const isWaiting = status === 'WAITING';
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          {isWaiting ? <Hourglass size={16} aria-hidden /> : <Loader size="xs" aria-hidden />}
          <Text>
            {isWaiting ? 'Waits for somebody to decide, for' : 'Running for'} <Elapsed since={since} />
          </Text>
        </Group>
        <Group gap="xs">{actions}</Group>
      </Group>
      {steps.length > 0 && (
        <List type="ordered" size="sm" aria-label="Steps so far">
          {steps.map(({ runId, toolSlug, state }) => (
            <List.Item key={runId}>
              <Code>{toolSlug}</Code> {state}
            </List.Item>
          ))}
        </List>
      )}
      {text && <StreamedText text={text} />}
    </Stack>
  );
}
