import { Anchor, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { approvalPath } from '#features/approvals/approval-path.ts';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import classes from './rule-row.module.css';

const WebhookNotices_webhook = graphql(`
  fragment WebhookNotices_webhook on ApprovalWebhook {
    failed
    notices { id approvalId news status attempts problem createdAt }
  }
`);

const looks = new Map([
  ['queued', { label: 'On its way', color: 'blue' }],
  ['delivered', { label: 'Arrived', color: 'green' }],
  ['failed', { label: 'Given up', color: 'red' }],
  ['dropped', { label: 'Not sent', color: 'gray' }],
]);

type WebhookNoticesProps = { webhook: FragmentType<typeof WebhookNotices_webhook>; onLoad: () => void };

/** What became of the latest news; what was given up is said first. */
export function WebhookNotices({ webhook: masked, onLoad }: WebhookNoticesProps) {
  const { failed, notices } = readFragment(WebhookNotices_webhook, masked);
  const { tenant } = useViewer();
  if (notices.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500} c={failed > 0 ? 'red' : undefined}>
          {failed > 0 ? `${plural(failed, 'piece')} of news given up after an hour of trying` : 'Latest news'}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onLoad}>
          Load again
        </Button>
      </Group>
      <List size="sm" spacing={4} listStyleType="none" aria-label="Latest news" className={classes.words}>
        {notices.map(({ id, approvalId, news, status, attempts, problem, createdAt }) => (
          <List.Item key={id}>
            <Badge size="sm" variant="light" color={looks.get(status)?.color} mr="xs">
              {looks.get(status)?.label ?? status}
            </Badge>
            <Anchor component={Link} to={approvalPath(tenant.slug, approvalId)} size="sm">
              Call {news}
            </Anchor>
            , <TimeAgo value={createdAt} />
            {problem && (
              <Text size="xs" c="dimmed">
                {attempts > 0 && `Tried ${plural(attempts, 'time')}. `}
                {problem}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
