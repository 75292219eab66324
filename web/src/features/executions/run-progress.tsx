import { Code, Group, List, Loader, Stack, Text } from '@mantine/core';
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
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Loader size="xs" aria-hidden />
          <Text>
            {status === 'WAITING' ? 'Waits for somebody to decide, for' : 'Running for'} <Elapsed since={since} />
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
