import { Badge } from '@mantine/core';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { labelDeclined, statusLabels } from './run-words.ts';

const colours: Record<ToolRunStatus, string> = {
  RUNNING: 'blue',
  WAITING: 'yellow',
  SUCCESS: 'green',
  ERROR: 'red',
  CANCELLED: 'gray',
};

type RunStatusBadgeProps = {
  status: ToolRunStatus;
  /** Why it gave no result, which tells a person's no from a failure. */
  errorCode?: string | null;
};

export function RunStatusBadge({ status, errorCode }: RunStatusBadgeProps) {
  const declined = labelDeclined(errorCode);
  return (
    <Badge variant="light" miw="max-content" color={declined ? 'violet' : colours[status]}>
      {declined ?? statusLabels[status]}
    </Badge>
  );
}
