import { useEffect } from 'react';
import { useQuery } from 'urql';
import { RunWaiting } from '#features/approvals/waiting-note.tsx';
import { graphql } from '#gql/gql.ts';
import type { ToolRunStatus } from '#gql/graphql.ts';

const RunApprovalQuery = graphql(`
  query RunApprovalQuery($id: ID!) {
    toolRun(id: $id) { id approval { id ...RunWaiting_approval } }
  }
`);

/** What a run waits or waited for, if somebody had to decide about it. */
export function RunApproval({ runId, status }: { runId: string; status: ToolRunStatus }) {
  const [{ data }, ask] = useQuery({ query: RunApprovalQuery, variables: { id: runId } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status means another state of the approval
  useEffect(() => ask({ requestPolicy: 'network-only' }), [status, ask]);
  const approval = data?.toolRun?.approval;
  return approval ? <RunWaiting approval={approval} /> : null;
}
