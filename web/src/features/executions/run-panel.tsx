import { Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToolRunError } from '#ui/tool-output/tool-run-error.tsx';
import { CallFailure } from './call-failure.tsx';
import { CancelRun } from './cancel-run.tsx';
import { OpenRun } from './open-run.tsx';
import { RunApproval } from './run-approval.tsx';
import { RunChanges } from './run-changes.tsx';
import { longerOf, stepsOf, textOf } from './run-events.ts';
import { RunFrame } from './run-frame.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunResult } from './run-result.tsx';
import { RunTrouble } from './run-trouble.tsx';
import { formatDuration, labelDeclined, labelGoing } from './run-words.ts';
import type { FollowedRun } from './use-followed-run.ts';
import type { ToolRunState } from './use-tool-run.ts';

type RunPanelProps = {
  state: ToolRunState;
  slug: string;
  /** Whether it has gone on for so long that it shows. */
  late: boolean;
  /** Leads back to the form. */
  onEdit: () => void;
  /** Whether the form shows what was wrong with the input. */
  formTells: boolean;
  drawOutput: (run: FollowedRun, text: string) => ReactNode;
};

/** Below the form: the run while it goes on, then what came of it. */
export function RunPanel({ state, slug, late, onEdit, formTells, drawOutput }: RunPanelProps) {
  const { result, failure, refusal, events } = state;
  return (
    <div>
      <VisuallyHidden role="status">{announce(state)}</VisuallyHidden>
      {failure && <CallFailure error={failure} onRetry={state.retry} />}
      {refusal && !formTells && <ToolRunError error={refusal} />}
      {late ? (
        <RunFrame title={labelGoing(state.run?.status)}>
          <Going state={state} />
        </RunFrame>
      ) : (
        result && (
          <RunFrame title="Result">
            <RunResult slug={slug} result={result} onAgain={() => state.start(result.input)} onEdit={onEdit}>
              <RunChanges runId={result.run.id} />
              {drawOutput(result.run, longerOf(textOf(events, result.run.id), result.run.streamed))}
            </RunResult>
          </RunFrame>
        )
      )}
    </div>
  );
}

function Going({ state: { run, runId, events, since, trouble } }: { state: ToolRunState }) {
  return (
    <Stack gap="md">
      {trouble && <RunTrouble error={trouble} />}
      <RunProgress
        status={run?.status}
        since={since}
        steps={runId === undefined ? [] : stepsOf(events, runId)}
        text={runId === undefined ? '' : longerOf(textOf(events, runId), run?.streamed ?? '')}
        actions={
          runId !== undefined && (
            <>
              <CancelRun runId={runId} />
              <OpenRun runId={runId} />
            </>
          )
        }
      />
      {run?.status === 'WAITING' && <RunApproval runId={run.id} status={run.status} />}
    </Stack>
  );
}

function announce({ busy, run, result, failure, refusal }: ToolRunState): string {
  if (busy) return run?.status === 'WAITING' ? 'The call waits for somebody to decide.' : 'The tool is running.';
  if (failure || refusal || !result) return '';
  const { status, errorCode, durationMs } = result.run;
  const after = typeof durationMs === 'number' ? ` after ${formatDuration(durationMs)}` : '';
  if (status === 'SUCCESS') return `The tool is done${after}.`;
  if (status === 'CANCELLED') return `The run was cancelled${after}.`;
  const declined = labelDeclined(errorCode);
  return declined ? `${declined}: nothing was run.` : `The tool failed${after}.`;
}
