import { Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ApprovalCard } from './approval-card.tsx';

const RunWaiting_approval = graphql(`
  fragment RunWaiting_approval on Approval {
    id
    status
    needed
    assigneeId
    mayDecide
    votes { decision }
    ...ApprovalCard_approval
  }
`);

type Waiting = {
  needed: number;
  assigneeId?: string | null;
  mayDecide: boolean;
  votes: readonly { decision: string }[];
};

function describeWait({ needed, assigneeId, mayDecide, votes }: Waiting, viewerId: string): string {
  const missing = needed - votes.filter(({ decision }) => decision === 'APPROVE').length;
  if (mayDecide)
    return missing > 1 ? `Waiting for you and others: ${missing} must still agree.` : 'Waiting for you to decide.';
  if (missing > 1) return `Waiting for ${missing} people to agree.`;
  // The one it was put before, but who may not decide any more, is not waited for.
  return assigneeId && assigneeId !== viewerId
    ? 'Waiting for the person it was put before.'
    : 'Waiting for somebody who may decide.';
}

/** On the page of a run: for whom it waits, and the approval itself. */
export function RunWaiting({ approval: masked }: { approval: FragmentType<typeof RunWaiting_approval> }) {
  const approval = readFragment(RunWaiting_approval, masked);
  const { user } = useViewer();
  return (
    <Stack gap="sm">
      <div role="status">{approval.status === 'PENDING' && <Text>{describeWait(approval, user.id)}</Text>}</div>
      <ApprovalCard approval={approval} />
    </Stack>
  );
}
