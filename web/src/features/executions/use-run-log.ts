import { useEffect } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ToolRunStatus } from '#gql/graphql.ts';
import type { RunEvent } from './run-events.ts';
import { useRunEvents } from './use-run-events.ts';

const UseRunLogQuery = graphql(`
  query UseRunLogQuery($id: ID!) {
    toolRun(id: $id) { id events { id seq type toolSlug runId parentRunId subSource payload createdAt } }
  }
`);

type FollowedRun = { id: string; sessionId: string; status: ToolRunStatus };

/** What happened in a run. Those who see it only because they decide about it are told of it alone, whenever it gets on. */
export function useRunLog(run: FollowedRun): { events: readonly RunEvent[]; seesSession: boolean } {
  const { events, isRefused = false } = useRunEvents(run);
  const [{ data }, ask] = useQuery({ query: UseRunLogQuery, variables: { id: run.id }, pause: !isRefused });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status means another event
  useEffect(() => {
    if (isRefused) ask({ requestPolicy: 'network-only' });
  }, [isRefused, run.status, ask]);
  return { events: isRefused ? (data?.toolRun?.events ?? []) : events, seesSession: !isRefused };
}
