import { Badge } from '@mantine/core';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { statusLabels } from './run-words.ts';

const colours: Record<ToolRunStatus, string> = {
  RUNNING: 'blue',
  WAITING: 'yellow',
  SUCCESS: 'green',
  ERROR: 'red',
  CANCELLED: 'gray',
};

export function RunStatusBadge({ status }: { status: ToolRunStatus }) {
  return (
    <Badge variant="light" miw="max-content" color={colours[status]}>
      {statusLabels[status]}
    </Badge>
  );
}
