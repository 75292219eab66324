import { List, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { TimeAgo } from '#ui/time-ago.tsx';
import { CardPart } from './card-part.tsx';

const ApprovalVotes_approval = graphql(`
  fragment ApprovalVotes_approval on Approval {
    id
    needed
    votes { by decision reason counts createdAt }
  }
`);

/** Who has said what, where one voice may not be enough. */
export function ApprovalVotes({ approval }: { approval: FragmentType<typeof ApprovalVotes_approval> }) {
  const { needed, votes } = readFragment(ApprovalVotes_approval, approval);
  if (needed < 2 && votes.length === 0) return null;
  const agreeing = votes.filter(({ decision, counts }) => counts && decision === 'APPROVE').length;
  return (
    <CardPart title="Decisions so far">
      {needed > 1 && (
        <Text size="sm">
          {agreeing} of {needed} agree
        </Text>
      )}
      <List size="sm">
        {votes.map(({ by, decision, reason, counts, createdAt }) => (
          <List.Item key={`${by}-${createdAt}`}>
            {by} {decision === 'APPROVE' ? 'approved' : 'denied'} it, <TimeAgo value={createdAt} />
            {reason && `: ${reason}`}
            {!counts && ' (counts no more)'}
          </List.Item>
        ))}
      </List>
    </CardPart>
  );
}
