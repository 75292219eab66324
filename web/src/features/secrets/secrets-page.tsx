import { Button } from '@mantine/core';
import { SquareAsterisk } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useDialogAbout } from '#lib/use-dialog-about.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListCard } from '#ui/list-card.tsx';
import { Page } from '#ui/page.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type Secret, SecretsTable } from './secrets-table.tsx';

const SecretsPageQuery = graphql(`
  query SecretsPageQuery {
    secrets { id ...SecretsTable_secret }
  }
`);

export function SecretsPage() {
  const answer = useQuery({ query: SecretsPageQuery });
  const dialog = useDialogAbout<Secret>();
  const mayCreate = useCan('secrets.tenant.create');
  const mayReplace = useCan('secrets.tenant.update');

  const setButton = mayCreate && (
    <Button leftSection={<SquareAsterisk size={16} aria-hidden />} onClick={() => dialog.open()}>
      Set secret
    </Button>
  );

  return (
    <Page
      title="Secrets"
      description="Values that tools need, such as API keys of other services. They can be replaced, and never read back."
      actions={setButton}
    >
      <ListCard answer={answer}>
        {({ secrets }) =>
          secrets.length > 0 ? (
            <SecretsTable secrets={secrets} onReplace={mayReplace ? dialog.open : undefined} />
          ) : (
            <EmptyState icon={SquareAsterisk} title="No secrets yet" action={setButton}>
              {mayCreate
                ? 'Set one when a tool asks for a key of another service.'
                : 'Somebody who may set secrets can add one.'}
            </EmptyState>
          )
        }
      </ListCard>
      <SecretDialog secret={dialog.subject} opened={dialog.opened} onClose={dialog.close} />
    </Page>
  );
}
