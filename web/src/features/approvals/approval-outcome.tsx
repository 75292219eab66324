import { Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { TimeAgo } from '#ui/time-ago.tsx';
import { describeOutcome } from './approval-words.ts';
import { ReceiptCheck } from './receipt-check.tsx';

const ApprovalOutcome_approval = graphql(`
  fragment ApprovalOutcome_approval on Approval {
    id
    status
    decidedBy
    decidedAt
    reason
  }
`);

/** How it ended, said aloud when it does; a decision comes with a receipt. */
export function ApprovalOutcome({ approval: masked }: { approval: FragmentType<typeof ApprovalOutcome_approval> }) {
  const approval = readFragment(ApprovalOutcome_approval, masked);
  const { id, status, decidedAt, reason } = approval;
  const isDecided = status === 'APPROVED' || status === 'DENIED';
  return (
    <Stack gap="xs">
      <div role="status">
        {status !== 'PENDING' && (
          <Text fw={500}>
            {describeOutcome(approval)}
            {decidedAt && (
              <>
                , <TimeAgo value={decidedAt} />
              </>
            )}
            {reason && `: ${reason}`}
          </Text>
        )}
      </div>
      {isDecided && <ReceiptCheck approvalId={id} />}
    </Stack>
  );
}
