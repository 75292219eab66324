import { Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ApprovalCard } from './approval-card.tsx';
import { joinNames } from './approval-words.ts';

const RunWaiting_approval = graphql(`
  fragment RunWaiting_approval on Approval {
    id
    status
    needed
    waitingFor
    mayDecide
    votes { decision counts }
    ...ApprovalCard_approval
  }
`);

type Waiting = {
  needed: number;
  waitingFor: readonly string[];
  mayDecide: boolean;
  votes: readonly { decision: string; counts: boolean }[];
};

function describeWait({ needed, waitingFor, mayDecide, votes }: Waiting): string {
  const missing = needed - votes.filter(({ decision, counts }) => counts && decision === 'APPROVE').length;
  if (mayDecide)
    return missing > 1 ? `Waiting for you and others: ${missing} must still agree.` : 'Waiting for you to decide.';
  const who = joinNames(waitingFor);
  if (missing > 1) return `Waiting for ${missing} people to agree${who && `: ${who}`}.`;
  return `Waiting for ${who || 'somebody who may decide'}.`;
}

/** On the page of a run: for whom it waits, and the approval itself. */
export function RunWaiting({ approval: masked }: { approval: FragmentType<typeof RunWaiting_approval> }) {
  const approval = readFragment(RunWaiting_approval, masked);
  return (
    <Stack gap="sm">
      <div role="status">{approval.status === 'PENDING' && <Text>{describeWait(approval)}</Text>}</div>
      <ApprovalCard approval={approval} />
    </Stack>
  );
}
