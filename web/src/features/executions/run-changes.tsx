import { Alert, Stack } from '@mantine/core';
import { useQuery } from 'urql';
import { ApprovalEdits } from '#features/approvals/approval-edits.tsx';
import { graphql } from '#gql/gql.ts';

const RunChangesQuery = graphql(`
  query RunChangesQuery($id: ID!) {
    toolRun(id: $id) {
      id
      approval { id decidedBy edits { path } ...ApprovalEdits_approval }
    }
  }
`);

/** Beside the form, which has what was asked: that the tool ran with something else. */
export function RunChanges({ runId }: { runId: string }) {
  const [{ data }] = useQuery({ query: RunChangesQuery, variables: { id: runId }, requestPolicy: 'network-only' });
  const approval = data?.toolRun?.approval;
  if (!approval || approval.edits.length === 0) return null;
  return (
    <Alert color="yellow" title={`${approval.decidedBy ?? 'Whoever approved it'} changed what you asked for`}>
      <Stack gap="xs">
        The tool ran with the approved values below, not with those in the form.
        <ApprovalEdits approval={approval} />
      </Stack>
    </Alert>
  );
}
