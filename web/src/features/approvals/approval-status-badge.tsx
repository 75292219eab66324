import { Badge } from '@mantine/core';
import type { ApprovalStatus } from '#gql/graphql.ts';
import { approvalStatusLabels } from './approval-words.ts';

const colours: Record<ApprovalStatus, string> = {
  PENDING: 'yellow',
  APPROVED: 'green',
  DENIED: 'red',
  EXPIRED: 'gray',
  CANCELLED: 'gray',
};

export function ApprovalStatusBadge({ status }: { status: ApprovalStatus }) {
  return (
    <Badge variant="light" miw="max-content" color={colours[status]}>
      {approvalStatusLabels[status]}
    </Badge>
  );
}
