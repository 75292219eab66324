import { Badge, Code, Group, Table, Text } from '@mantine/core';
import { RefreshCw, Trash2 } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { SecretsTable_SecretFragment } from '#gql/graphql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { ListTable } from '#ui/list-table.tsx';
import { RowAction } from '#ui/row-action.tsx';
import classes from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';

const SecretsTable_secret = graphql(`
  fragment SecretsTable_secret on Secret { id key label hosts agentSlug isSet updatedAt updatedBy }
`);

const SecretsTable_deleteSecret = graphql(`
  mutation SecretsTable_deleteSecret($input: DeleteSecretInput!) {
    deleteSecret(input: $input) { id key }
  }
`);

export type Secret = SecretsTable_SecretFragment;

type SecretsTableProps = {
  secrets: readonly FragmentType<typeof SecretsTable_secret>[];
  /** Left out for those who may only look. */
  onReplace?: (secret: Secret) => void;
};

const columns = [
  { label: 'Secret' },
  { label: 'Sent only to', wide: true },
  { label: 'Set', wide: true },
  { label: 'Actions', unseen: true },
];

export function SecretsTable({ secrets, onReplace }: SecretsTableProps) {
  const remove = useAction(SecretsTable_deleteSecret, ({ deleteSecret }) => `${deleteSecret.key} was deleted.`);
  const mayDelete = useCan('secrets.tenant.delete');

  async function confirmDeletion({ key, agentSlug }: Secret) {
    const confirmed = await confirmAction({
      title: `Delete ${key}?`,
      body: 'The value is gone for good. Tools that need it stop working until it is set again.',
      confirmLabel: 'Delete secret',
      danger: true,
    });
    if (confirmed && (await remove({ input: { key, agentSlug } }))) focusHeading();
  }

  return (
    <ListTable caption="Secrets" columns={columns}>
      {readFragment(SecretsTable_secret, secrets).map((secret) => (
        <Table.Tr key={secret.id}>
          <Table.Th scope="row" className={classes.head}>
            <Code className={classes.wrap}>{secret.key}</Code> {!secret.isSet && <Badge color="red">Not set</Badge>}
            <Text size="sm" c="dimmed" className={classes.wrap}>
              {secret.label}
              {secret.agentSlug && ` (only ${secret.agentSlug})`}
            </Text>
            <Text size="sm" c="dimmed" hiddenFrom="sm" className={classes.wrap}>
              {secret.hosts.join(', ')}
            </Text>
          </Table.Th>
          <Table.Td visibleFrom="sm" className={classes.wrap}>
            {secret.hosts.join(', ')}
          </Table.Td>
          <Table.Td visibleFrom="sm" className={classes.wrap}>
            <TimeAgo value={secret.updatedAt} />
            <Text size="sm" c="dimmed">
              by {secret.updatedBy}
            </Text>
          </Table.Td>
          <Table.Td>
            <Group gap={4} justify="flex-end" wrap="nowrap">
              {onReplace && (
                <RowAction
                  icon={RefreshCw}
                  label={`Replace ${secret.key}`}
                  tip="Replace"
                  onClick={() => onReplace(secret)}
                />
              )}
              {mayDelete && (
                <RowAction
                  icon={Trash2}
                  label={`Delete ${secret.key}`}
                  tip="Delete"
                  danger
                  onClick={() => confirmDeletion(secret)}
                />
              )}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
