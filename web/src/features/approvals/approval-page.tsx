import { Anchor } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Page } from '#ui/page.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { inboxPath } from './approval-path.ts';

const ApprovalPageQuery = graphql(`
  query ApprovalPageQuery($id: ID!) {
    approval(id: $id) { id toolSlug ...ApprovalCard_approval }
  }
`);

export function ApprovalPage() {
  const { approvalId = '' } = useParams();
  const { tenant } = useViewer();
  const [{ data, error }, ask] = useQuery({ query: ApprovalPageQuery, variables: { id: approvalId } });
  const approval = data?.approval;
  if (approval === null && !error) {
    return (
      <NotFound title="Approval not found" homePath={inboxPath(tenant.slug)}>
        There is no such call, or it is not for you to see. It may have been put before somebody else.
      </NotFound>
    );
  }
  const note = error && <ErrorNote error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (!approval) return note ? <Page title="Approval">{note}</Page> : <PageLoading />;
  return (
    <Page
      title={`Approval: ${approval.toolSlug}`}
      actions={
        <Anchor component={Link} to={inboxPath(tenant.slug)}>
          Inbox
        </Anchor>
      }
    >
      {note}
      <ApprovalCard key={approval.id} approval={approval} hotkeys />
    </Page>
  );
}
