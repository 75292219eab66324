import { Badge, Code, Group, Table, Text } from '@mantine/core';
import { Ban, Bot } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { formatDate } from '#lib/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { RowAction } from '#ui/row-action.tsx';
import classes from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';
import { ApiKeyAccess } from './api-key-access.tsx';

const ApiKeyRow_apiKey = graphql(`
  fragment ApiKeyRow_apiKey on ApiKey {
    id
    name
    prefix
    actsForAgent
    createdBy
    createdAt
    expiresAt
    lastUsedAt
    status
    ...ApiKeyAccess_apiKey
  }
`);

const ApiKeyRow_revokeApiKey = graphql(`
  mutation ApiKeyRow_revokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey { id status revokedAt }
    }
  }
`);

export function ApiKeyRow({ apiKey: masked }: { apiKey: FragmentType<typeof ApiKeyRow_apiKey> }) {
  const key = readFragment(ApiKeyRow_apiKey, masked);
  const mayRevoke = useCan('keys.tenant.delete') && key.status !== 'REVOKED';
  const revoke = useAction(ApiKeyRow_revokeApiKey, () => `The key ${key.name} was revoked.`);

  async function confirmRevocation() {
    const confirmed = await confirmAction({
      title: `Revoke ${key.name}?`,
      body: 'This takes effect at once: calls with the key are refused and its open connections close. It cannot be undone.',
      confirmLabel: 'Revoke key',
      danger: true,
    });
    if (confirmed && (await revoke({ input: { id: key.id } }))) focusHeading();
  }

  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.head}>
        <Group gap={6}>
          <Text fw={500} className={classes.wrap}>
            {key.name}
          </Text>
          {key.status !== 'ACTIVE' && (
            <Badge size="sm" variant="light" color={key.status === 'REVOKED' ? 'red' : 'yellow'}>
              {key.status === 'REVOKED' ? 'Revoked' : 'Expired'}
            </Badge>
          )}
          {key.actsForAgent && (
            <Badge size="sm" variant="light" color="blue" leftSection={<Bot size={12} aria-hidden />}>
              Acts for an agent
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Code>{key.prefix}…</Code> by {key.createdBy}, {formatDate(key.createdAt)}
        </Text>
        <Text size="sm" c="dimmed" component="div" hiddenFrom="sm">
          <ApiKeyAccess apiKey={key} />
          Last used: <TimeAgo value={key.lastUsedAt} never="never" />. Expires:{' '}
          <TimeAgo value={key.expiresAt} never="never" />.
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <ApiKeyAccess apiKey={key} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <TimeAgo value={key.lastUsedAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <TimeAgo value={key.expiresAt} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {mayRevoke && (
            <RowAction icon={Ban} label={`Revoke ${key.name}`} tip="Revoke key" danger onClick={confirmRevocation} />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
