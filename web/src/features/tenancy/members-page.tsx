import { Button, Card, CloseButton, Loader, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { Search, SearchX, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import type { MembersPageQueryQuery } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { MembersTable } from './members-table.tsx';

const MembersPageQuery = graphql(`
  query MembersPageQuery($search: String, $after: String) {
    members(search: $search, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...MembersTable_member } }
    }
  }
`);

const selectMembers = (data: MembersPageQueryQuery) => data.members;

export function MembersPage() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 250);
  const members = useLoadMore({
    query: MembersPageQuery,
    variables: { search: settled || null },
    select: selectMembers,
  });
  const [inviting, invite] = useDisclosure(false);
  const mayInvite = useCan('members.tenant.create');

  return (
    <Page
      title="Members"
      description="The people who can sign in to this tenant, what they may do, and who they report to."
      actions={
        mayInvite && (
          <Button leftSection={<UserRoundPlus size={16} aria-hidden />} onClick={invite.open}>
            Invite member
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <Card>
          <TextInput
            type="search"
            aria-label="Search members"
            placeholder="Search by name or e-mail"
            mb="sm"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            leftSection={<Search size={16} aria-hidden />}
            rightSection={
              members.searching ? (
                <Loader size="xs" aria-label="Searching" />
              ) : (
                search && <CloseButton size="sm" aria-label="Clear search" onClick={() => setSearch('')} />
              )
            }
          />
          <Loaded data={members.nodes} error={members.error} retry={members.retry} loading={<TableLoading />}>
            {(nodes) =>
              nodes.length > 0 ? (
                <MembersTable members={nodes} />
              ) : (
                <EmptyState icon={SearchX} title="Nobody found">
                  No member's name or e-mail address contains “{settled}”. Check the spelling, or invite them.
                </EmptyState>
              )
            }
          </Loaded>
          <LoadMoreFooter list={members} noun="member" />
        </Card>
        <InvitationList />
      </Stack>
      <InviteMemberDialog opened={inviting} onClose={invite.close} />
    </Page>
  );
}
