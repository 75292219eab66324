import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { CancelRun } from '#features/executions/cancel-run.tsx';
import { OpenRun } from '#features/executions/open-run.tsx';
import { RunOutput } from '#features/executions/run-output.tsx';
import { RunProgress } from '#features/executions/run-progress.tsx';
import { RunStatusBadge } from '#features/executions/run-status-badge.tsx';
import { isOver } from '#features/executions/run-words.ts';
import type { FollowedRun } from '#features/executions/use-followed-run.ts';
import type { FragmentType } from '#gql/fragment-masking.ts';
import type { RunOutput_ToolFragmentDoc } from '#gql/graphql.ts';

type PlaygroundOutcomeProps = {
  runId: string;
  run: FollowedRun | undefined;
  since: number;
  tool: FragmentType<typeof RunOutput_ToolFragmentDoc>;
};

/** The call while it goes on, then what came of it. */
export function PlaygroundOutcome({ runId, run, since, tool }: PlaygroundOutcomeProps) {
  const ended = run && isOver(run.status) ? run : undefined;
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{announce(run)}</VisuallyHidden>
      {ended ? (
        <>
          <Group justify="space-between" gap="xs">
            <RunStatusBadge status={ended.status} errorCode={ended.errorCode} />
            <OpenRun runId={runId} />
          </Group>
          <RunOutput run={ended} tool={tool} text="" />
        </>
      ) : (
        <RunProgress
          status={run?.status}
          since={since}
          steps={[]}
          text=""
          actions={
            <>
              <CancelRun runId={runId} />
              <OpenRun runId={runId} />
            </>
          }
        />
      )}
    </Stack>
  );
}

function announce(run: FollowedRun | undefined): string {
  if (!run || run.status === 'RUNNING') return 'The tool is running.';
  if (run.status === 'WAITING') return 'The call waits for somebody to decide.';
  return run.status === 'SUCCESS' ? 'The tool is done.' : 'The call gave no result.';
}
