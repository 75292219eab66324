import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { runPath } from '#features/executions/run-path.ts';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { ApprovalStatusBadge } from './approval-status-badge.tsx';
import { describeCaller, joinNames } from './approval-words.ts';
import { ExpiryTimer } from './expiry-timer.tsx';
import { useApprovalFields } from './use-approval-fields.ts';

const ApprovalHead_approval = graphql(`
  fragment ApprovalHead_approval on Approval {
    id
    status
    toolSlug
    requestedBy
    source
    why
    waitingFor
    expiresAt
    createdAt
    run { id }
  }
`);

type ApprovalHeadProps = { approval: FragmentType<typeof ApprovalHead_approval>; titleId: string; now: number };

/** Who asks for what, why it waits, and how long it will. */
export function ApprovalHead({ approval: masked, titleId, now }: ApprovalHeadProps) {
  const approval = readFragment(ApprovalHead_approval, masked);
  const { tenant } = useViewer();
  const { status, toolSlug, expiresAt } = approval;
  const mayOpenRun = useCan('tools.tenant.read');
  const { name } = useApprovalFields(toolSlug);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={titleId}>
          Call of{' '}
          {name === undefined ? (
            toolSlug
          ) : (
            <Anchor
              component={Link}
              to={`/t/${tenant.slug}/tools/${encodeURIComponent(toolSlug)}`}
              underline="always"
              inherit
            >
              {name}
            </Anchor>
          )}
        </Title>
        <ApprovalStatusBadge status={status} />
      </Group>
      <Text size="sm">
        Asked for by {describeCaller(approval.requestedBy, approval.source)}, <TimeAgo value={approval.createdAt} />
        {mayOpenRun && (
          <>
            {' · '}
            <Anchor component={Link} to={runPath(tenant.slug, approval.run.id)} underline="always" inherit>
              Run
            </Anchor>
          </>
        )}
      </Text>
      <Text size="sm">Why it waits: {approval.why}</Text>
      {approval.waitingFor.length > 0 && <Text size="sm">Waits for {joinNames(approval.waitingFor)}</Text>}
      {status === 'PENDING' && expiresAt && (
        <Text size="sm" c="dimmed">
          <ExpiryTimer until={expiresAt} now={now} />
        </Text>
      )}
    </Stack>
  );
}
