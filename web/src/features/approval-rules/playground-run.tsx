import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { RunOutput } from '#features/executions/run-output.tsx';
import { RunStatusBadge } from '#features/executions/run-status-badge.tsx';
import { useToolRun } from '#features/executions/use-tool-run.ts';
import { readToolFields } from '#features/tools/tool-fields.ts';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import type { PlayedCall } from './playground-page.tsx';

const PlaygroundRun_tool = graphql(`
  fragment PlaygroundRun_tool on Tool {
    id
    slug
    inputExamples { label input }
    ...ToolFields_tool
    ...RunOutput_tool
  }
`);

type PlaygroundRunProps = {
  tool: FragmentType<typeof PlaygroundRun_tool>;
  onCall: (call: PlayedCall | undefined) => void;
};

/** Calls the tool as whoever the surrounding client speaks for. */
export function PlaygroundRun({ tool: masked, onCall }: PlaygroundRunProps) {
  const tool = readFragment(PlaygroundRun_tool, masked);
  const fields = readToolFields(tool);
  const { busy, run, runId, result, failure, refusal, start, retry } = useToolRun({ slug: tool.slug });
  const status = run?.status ?? 'RUNNING';

  useEffect(() => {
    onCall(runId ? { runId, toolSlug: tool.slug, status } : undefined);
  }, [onCall, runId, tool.slug, status]);
  useEffect(() => () => onCall(undefined), [onCall]);

  return (
    <Stack gap="md">
      {fields.length > 0 ? (
        <SchemaForm
          fields={fields}
          examples={tool.inputExamples}
          submitLabel="Run"
          submitting={busy}
          onSubmit={start}
          serverErrors={refusal?.fields ?? undefined}
        />
      ) : (
        <Group>
          <Button loading={busy} onClick={() => start({})}>
            Run
          </Button>
        </Group>
      )}
      {failure && <ErrorNote error={failure} onRetry={retry} />}
      {refusal && (
        <Alert role="alert" color="yellow" title="Nothing was started">
          {refusal.message}
        </Alert>
      )}
      <div aria-live="polite">
        {runId && (
          <Stack gap="sm">
            <Group gap="xs">
              <RunStatusBadge status={status} />
              {status === 'WAITING' && <Text size="sm">Waits for somebody to decide.</Text>}
            </Group>
            {result?.run.id === runId && <RunOutput run={result.run} tool={tool} text="" />}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
