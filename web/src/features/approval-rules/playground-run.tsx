import { Alert, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { CallFailure } from '#features/executions/call-failure.tsx';
import { labelGoing } from '#features/executions/run-words.ts';
import { useFollowedRun } from '#features/executions/use-followed-run.ts';
import { useToolRun } from '#features/executions/use-tool-run.ts';
import { readToolFields } from '#features/tools/tool-fields.ts';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import { PlaygroundOutcome } from './playground-outcome.tsx';
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
  /** A call that was made before the page was loaded. */
  earlierId: string | null;
  onRun: (runId: string) => void;
  onCall: (call: PlayedCall | undefined) => void;
};

/** The call that is made here, and until one is, the earlier one. */
function usePlayedRun(slug: string, earlierId: string | null) {
  const state = useToolRun({ slug });
  const wasCalled = state.since > 0;
  const earlier = useFollowedRun(wasCalled ? undefined : (earlierId ?? undefined));
  const kept = earlier.run?.toolSlug === slug ? earlier.run : undefined;
  const run = wasCalled ? state.run : kept;
  return {
    ...state,
    run,
    runId: wasCalled ? state.runId : kept?.id,
    busy: state.busy || (kept !== undefined && !earlier.over),
    since: wasCalled ? state.since : new Date(kept?.createdAt ?? 0).getTime(),
    isMissing: !wasCalled && earlier.missing,
    trouble: wasCalled ? state.trouble : earlier.error,
  };
}

/** Calls the tool as whoever the surrounding client speaks for. */
export function PlaygroundRun({ tool: masked, earlierId, onRun, onCall }: PlaygroundRunProps) {
  const tool = readFragment(PlaygroundRun_tool, masked);
  const { busy, since, run, runId, start, retry, ...told } = usePlayedRun(tool.slug, earlierId);
  const { failure, trouble, refusal, isMissing } = told;
  const status = run?.status ?? 'RUNNING';

  const tell = useEffectEvent((id: string) => id !== earlierId && onRun(id));
  useEffect(() => {
    if (runId) tell(runId);
    onCall(runId ? { runId, toolSlug: tool.slug, status } : undefined);
  }, [onCall, runId, tool.slug, status]);
  useEffect(() => () => onCall(undefined), [onCall]);

  return (
    <Stack gap="md">
      <SchemaForm
        fields={readToolFields(tool)}
        examples={tool.inputExamples}
        submitLabel={busy ? `${labelGoing(run?.status)}…` : 'Run'}
        onSubmit={(input) => busy || start(input)}
        serverErrors={refusal?.fields ?? undefined}
      />
      {failure && <CallFailure error={failure} onRetry={retry} />}
      {trouble && <ErrorNote error={trouble} />}
      {isMissing && (
        <Text size="sm" c="dimmed">
          The earlier call is not for whoever asks here to see. Run the tool again.
        </Text>
      )}
      {refusal && (
        <Alert role="alert" color="yellow" title="Nothing was started">
          {refusal.message}
        </Alert>
      )}
      {runId && <PlaygroundOutcome runId={runId} run={run} since={since} tool={tool} />}
    </Stack>
  );
}
