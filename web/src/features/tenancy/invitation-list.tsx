import { Card, Text, Title } from '@mantine/core';
import { graphql } from '#gql/gql.ts';
import type { InvitationListQueryQuery } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { ListTable } from '#ui/list-table.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { InvitationRow } from './invitation-row.tsx';

const InvitationListQuery = graphql(`
  query InvitationListQuery($after: String) {
    invitations(after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...InvitationRow_invitation } }
    }
  }
`);

const selectInvitations = (data: InvitationListQueryQuery) => data.invitations;

export function InvitationList() {
  const invitations = useLoadMore({
    query: InvitationListQuery,
    variables: {},
    select: selectInvitations,
  });
  const mayInvite = useCan('members.tenant.create');
  return (
    <Card component="section" aria-labelledby="invitations-heading">
      <Title order={2} id="invitations-heading" mb="xs">
        Invitations
      </Title>
      <Loaded
        data={invitations.nodes}
        error={invitations.error}
        retry={invitations.retry}
        loading={<TableLoading rows={2} />}
      >
        {(nodes) =>
          nodes.length > 0 ? (
            <ListTable
              caption="Invitations"
              columns={[
                { label: 'E-mail' },
                { label: 'Role', wide: true },
                { label: 'Invited by', wide: true },
                { label: 'Expires', wide: true },
                { label: 'Actions', unseen: true },
              ]}
            >
              {nodes.map((node) => (
                <InvitationRow key={node.id} invitation={node} />
              ))}
            </ListTable>
          ) : (
            <Text c="dimmed">
              Nobody is waiting to join.
              {mayInvite && ' Use “Invite member” to bring somebody in with a link.'}
            </Text>
          )
        }
      </Loaded>
      <LoadMoreFooter list={invitations} noun="invitation" />
    </Card>
  );
}
