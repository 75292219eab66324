import { useEffect, useState } from 'react';
import { useQuery, useSubscription } from 'urql';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { FollowedRun_RunFragment } from '#gql/graphql.ts';
import { useConnection } from '#lib/connection-state.ts';
import { isOver } from './run-words.ts';

const FollowedRun_run = graphql(`
  fragment FollowedRun_run on ToolRun {
    id
    toolSlug
    status
    input
    output
    streamed
    error { code message fields { path message } }
    errorCode
    durationMs
    source
    subSource
    sessionId
    requestedBy
    parentRunId
    stepId
    test
    createdAt
    endedAt
  }
`);

const FollowedRunQuery = graphql(`
  query FollowedRunQuery($id: ID!) {
    toolRun(id: $id) { id ...FollowedRun_run }
  }
`);

/** Told anew with each event of the run, so without what grows with them. Whoever approves it may change its input. */
const FollowedRun_toolRunChanged = graphql(`
  subscription FollowedRun_toolRunChanged($id: ID!) {
    toolRunChanged(id: $id) {
      id
      status
      input
      output
      error { code message fields { path message } }
      errorCode
      durationMs
      endedAt
    }
  }
`);

const POLL_MS = 2000;

export type FollowedRun = FollowedRun_RunFragment;

/** A run as it is now, until it has ended: told by the server, and asked for while the live connection is away. */
export function useFollowedRun(id: string | undefined) {
  const variables = { id: id ?? '' };
  const [answer, ask] = useQuery({ query: FollowedRunQuery, variables, pause: id === undefined });
  const current = readFragment(FollowedRun_run, answer.data?.toolRun) ?? undefined;
  const [seen, setSeen] = useState<FollowedRun>();
  // An answer that was on its way when the run ended must not bring it back to life, and one that failed not take it away.
  const isEnded = seen !== undefined && seen.id === current?.id && isOver(seen.status);
  const latest = isEnded ? seen : (current ?? seen);
  if (latest !== seen) setSeen(latest);
  const run = latest?.id === id ? latest : undefined;
  const over = run !== undefined && isOver(run.status);
  const missing = answer.data?.toolRun === null;
  const isAwaited = id !== undefined && !over && !missing;

  const [news] = useSubscription({
    query: FollowedRun_toolRunChanged,
    variables,
    pause: !isAwaited,
  });
  const isTold = useConnection() === 'connected' && !news.error;
  useEffect(() => {
    if (!isAwaited || isTold) return;
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), POLL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, isTold, ask]);

  return {
    run,
    over,
    missing,
    error: answer.error,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
