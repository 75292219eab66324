import { Card } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import type { AuditPageQueryQuery } from '#gql/graphql.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { AuditFilters, noFilters, toAuditEntryFilter } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { VerifyChain } from './verify-chain.tsx';

const AuditPageQuery = graphql(`
  query AuditPageQuery($filter: AuditEntryFilter, $after: String) {
    auditEntries(filter: $filter, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...AuditTable_entry ...AuditEntryDrawer_entry } }
    }
  }
`);

const selectEntries = (data: AuditPageQueryQuery) => data.auditEntries;

type Entry = AuditPageQueryQuery['auditEntries']['edges'][number]['node'];

export function AuditPage() {
  const [filters, setFilters] = useState(noFilters);
  const [settled] = useDebouncedValue(filters, 250);
  const filter = toAuditEntryFilter(settled);
  const entries = useLoadMore({
    query: AuditPageQuery,
    variables: { filter },
    select: selectEntries,
  });
  const [shown, setShown] = useState<Entry>();
  const [opened, drawer] = useDisclosure(false);

  return (
    <Page
      title="Audit log"
      description="Who did what in this tenant, and whether it was allowed. Entries are chained: changing or removing one shows."
      actions={<VerifyChain />}
    >
      <Card>
        <AuditFilters value={filters} onChange={setFilters} />
        <Loaded data={entries.nodes} error={entries.error} retry={entries.retry} loading={<TableLoading rows={8} />}>
          {(nodes) =>
            nodes.length > 0 ? (
              <AuditTable
                entries={nodes}
                onOpen={(id) => {
                  setShown(nodes.find((node) => node.id === id));
                  drawer.open();
                }}
              />
            ) : (
              <EmptyState icon={ScrollText} title={filter ? 'No entry matches' : 'Nothing has happened yet'}>
                {filter
                  ? 'Change the filters to see other entries.'
                  : 'Invitations, role changes, API keys and other privileged acts will be listed here.'}
              </EmptyState>
            )
          }
        </Loaded>
        <LoadMoreFooter list={entries} noun="entry" nouns="entries" />
      </Card>
      <AuditEntryDrawer entry={shown} opened={opened} onClose={drawer.close} />
    </Page>
  );
}
