import type { CombinedError } from '@urql/core';
import { useEffect, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '#gql/gql.ts';
import { isRecord, type Values } from '#ui/schema-form/field-definition.ts';
import type { RunError } from '#ui/tool-output/tool-run-error.tsx';
import { newCallKey } from './call-key.ts';
import type { KeptWork } from './kept-work.ts';
import type { RunEvent } from './run-events.ts';
import { type FollowedRun, useFollowedRun } from './use-followed-run.ts';
import { useRunEvents } from './use-run-events.ts';

const UseToolRun_executeTool = graphql(`
  mutation UseToolRun_executeTool($input: ExecuteToolInput!) {
    executeTool(input: $input) {
      run { id sessionId status }
      error { code message fields { path message } }
    }
  }
`);

type Call = {
  /** Not known of a run that was found again: what the server shows of it will do. */
  input?: Values;
  key: string;
  at: number;
  run?: { id: string; sessionId: string };
  failure?: CombinedError;
  refusal?: RunError;
  /** The page was left before an answer came. */
  isLeft?: boolean;
};

export type RunResult = { run: FollowedRun; input: Values };

export type ToolRunState = {
  busy: boolean;
  /** When the call was sent, by the clock of this device. */
  since: number;
  /** The run that is going on or has ended last. */
  run: FollowedRun | undefined;
  runId: string | undefined;
  events: readonly RunEvent[];
  /** What ended last, with the input as it was sent. It stays while the next one is going on. */
  result: RunResult | undefined;
  /** The call may or may not have arrived; `retry` cannot make it twice. */
  failure: CombinedError | undefined;
  /** The run goes on, but it cannot be looked at just now. */
  trouble: CombinedError | undefined;
  /** Nothing was started. */
  refusal: RunError | undefined;
  start: (input: Values) => void;
  retry: () => void;
};

type ToolRunOptions = {
  slug: string;
  test?: boolean;
  /** Where the call outlives the page, so that its run is found again. */
  work?: KeptWork;
};

/** Calls a tool and follows the run to its end. */
export function useToolRun({ slug, test = false, work }: ToolRunOptions): ToolRunState {
  const [, execute] = useMutation(UseToolRun_executeTool);
  const [call, setCall] = useState<Call | undefined>(() => recall(work));
  const [result, setResult] = useState<RunResult>();
  const { run, over, missing, error: trouble } = useFollowedRun(call?.run?.id);
  const { events } = useRunEvents(call?.run);
  if (call && run && over && result?.run.id !== run.id) setResult({ run, input: call.input ?? toValues(run.input) });
  const busy = call !== undefined && !call.failure && !call.refusal && !call.isLeft && !over && !missing;
  const isSettled = over || missing;
  useEffect(() => {
    if (isSettled) work?.write({ call: undefined });
  }, [isSettled, work]);

  async function send(next: Call) {
    setCall(next);
    const { input, key, at } = next;
    const kept = { key, at, input: work?.strip(input) };
    work?.write({ call: kept });
    const { data, error } = await execute({
      input: { slug, input, mode: 'ASYNC', idempotencyKey: key, test },
    });
    const answer = data?.executeTool;
    if (!answer?.run) setResult(undefined);
    if (!error?.networkError) work?.write({ call: answer?.run ? { ...kept, run: answer.run } : undefined });
    setCall({
      ...next,
      run: answer?.run ?? undefined,
      failure: error,
      refusal: answer?.run ? undefined : (answer?.error ?? undefined),
    });
  }

  return {
    busy,
    since: call?.at ?? 0,
    run,
    runId: call?.run?.id,
    events,
    result,
    failure: call?.failure,
    trouble,
    refusal: call?.refusal,
    start: (input) => {
      if (busy) return;
      const isSame = (call?.failure || call?.isLeft) && JSON.stringify(call.input) === JSON.stringify(input);
      void send({ input, key: isSame ? call.key : newCallKey(), at: Date.now() });
    },
    retry: () => {
      if (call?.failure) void send({ input: call.input, key: call.key, at: Date.now() });
    },
  };
}

/** A run is followed again; a call without one can be made once more under its key, which makes it no second one. */
function recall(work: KeptWork | undefined): Call | undefined {
  const kept = work?.read().call;
  if (!kept) return undefined;
  const { key, at, run } = kept;
  return run ? { key, at, run } : { key, at, input: toValues(kept.input), isLeft: true };
}

const toValues = (input: unknown): Values => (isRecord(input) ? input : {});
