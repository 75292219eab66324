import { Button, Card, Group, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import type { ApiKeysPageQueryQuery } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListTable } from '#ui/list-table.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';

const ApiKeysPageQuery = graphql(`
  query ApiKeysPageQuery($includeRevoked: Boolean!, $after: String) {
    apiKeys(includeRevoked: $includeRevoked, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...ApiKeyRow_apiKey } }
    }
  }
`);

const selectKeys = (data: ApiKeysPageQueryQuery) => data.apiKeys;

export function ApiKeysPage() {
  const [includeRevoked, setIncludeRevoked] = useState(false);
  const keys = useLoadMore({
    query: ApiKeysPageQuery,
    variables: { includeRevoked },
    select: selectKeys,
  });
  const [creating, create] = useDisclosure(false);
  const mayCreate = useCan('keys.tenant.create');
  const createButton = mayCreate && (
    <Button leftSection={<KeyRound size={16} aria-hidden />} onClick={create.open}>
      Create API key
    </Button>
  );

  return (
    <Page
      title="API keys"
      description="Keys let programs and agents call Toolcrib without a person. Each one is its own caller, with its own rights."
      actions={createButton}
    >
      <Card>
        <Group justify="flex-end" mb="xs">
          <Switch
            label="Show revoked keys"
            checked={includeRevoked}
            onChange={(event) => setIncludeRevoked(event.currentTarget.checked)}
          />
        </Group>
        <Loaded data={keys.nodes} error={keys.error} retry={keys.retry} loading={<TableLoading />}>
          {(nodes) =>
            nodes.length > 0 ? (
              <ListTable
                caption="API keys"
                columns={[
                  { label: 'Key' },
                  { label: 'Access', wide: true },
                  { label: 'Last used', wide: true },
                  { label: 'Expires', wide: true },
                  { label: 'Actions', unseen: true },
                ]}
              >
                {nodes.map((node) => (
                  <ApiKeyRow key={node.id} apiKey={node} />
                ))}
              </ListTable>
            ) : (
              <EmptyState icon={KeyRound} title="No API keys yet" action={createButton}>
                {mayCreate
                  ? 'Create one for each program that calls Toolcrib, with just the rights it needs. Then it can be revoked without touching the others.'
                  : 'Your role may see keys but not create them. Ask an admin of this tenant for one.'}
              </EmptyState>
            )
          }
        </Loaded>
        <LoadMoreFooter list={keys} noun="API key" />
      </Card>
      <CreateApiKeyDialog opened={creating} onClose={create.close} />
    </Page>
  );
}
