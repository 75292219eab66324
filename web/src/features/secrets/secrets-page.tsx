import { Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SquareAsterisk } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type Secret, SecretsTable } from './secrets-table.tsx';

const SecretsPageQuery = graphql(`
  query SecretsPageQuery {
    secrets { id ...SecretsTable_secret }
  }
`);

export function SecretsPage() {
  const [{ data, error }, refetch] = useQuery({ query: SecretsPageQuery });
  const [replaced, setReplaced] = useState<Secret>();
  const [opened, dialog] = useDisclosure(false);
  const mayCreate = useCan('secrets.tenant.create');
  const mayReplace = useCan('secrets.tenant.update');

  function open(secret?: Secret) {
    setReplaced(secret);
    dialog.open();
  }

  const setButton = mayCreate && (
    <Button leftSection={<SquareAsterisk size={16} aria-hidden />} onClick={() => open()}>
      Set secret
    </Button>
  );

  return (
    <Page
      title="Secrets"
      description="Values that tools need, such as API keys of other services. They can be replaced, and never read back."
      actions={setButton}
    >
      <Card>
        <Loaded
          data={data}
          error={error}
          retry={() => refetch({ requestPolicy: 'network-only' })}
          loading={<TableLoading rows={3} />}
        >
          {({ secrets }) =>
            secrets.length > 0 ? (
              <SecretsTable secrets={secrets} onReplace={mayReplace ? open : undefined} />
            ) : (
              <EmptyState icon={SquareAsterisk} title="No secrets yet" action={setButton}>
                {mayCreate
                  ? 'Set one when a tool asks for a key of another service.'
                  : 'Somebody who may set secrets can add one.'}
              </EmptyState>
            )
          }
        </Loaded>
      </Card>
      <SecretDialog secret={replaced} opened={opened} onClose={dialog.close} />
    </Page>
  );
}
