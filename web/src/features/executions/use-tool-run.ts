import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { Values } from '#ui/schema-form/field-definition.ts';
import type { RunError } from '#ui/tool-output/tool-run-error.tsx';
import { newCallKey } from './call-key.ts';
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
  input: Values;
  key: string;
  at: number;
  run?: { id: string; sessionId: string };
  failure?: CombinedError;
  refusal?: RunError;
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

/** Calls a tool and follows the run to its end. */
export function useToolRun({ slug, test = false }: { slug: string; test?: boolean }): ToolRunState {
  const [, execute] = useMutation(UseToolRun_executeTool);
  const [call, setCall] = useState<Call>();
  const [result, setResult] = useState<RunResult>();
  const { run, over, error: trouble } = useFollowedRun(call?.run?.id);
  const { events } = useRunEvents(call?.run);
  if (call && run && over && result?.run.id !== run.id) setResult({ run, input: call.input });
  const busy = call !== undefined && !call.failure && !call.refusal && !over;

  async function send(next: Call) {
    setCall(next);
    const { input, key } = next;
    const { data, error } = await execute({
      input: { slug, input, mode: 'ASYNC', idempotencyKey: key, test },
    });
    const answer = data?.executeTool;
    if (!answer?.run) setResult(undefined);
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
      const isSame = call?.failure && JSON.stringify(call.input) === JSON.stringify(input);
      void send({ input, key: isSame ? call.key : newCallKey(), at: Date.now() });
    },
    retry: () => {
      if (call?.failure) void send({ input: call.input, key: call.key, at: Date.now() });
    },
  };
}
