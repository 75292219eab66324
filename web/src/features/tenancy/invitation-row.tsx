import { Badge, Group, Table, Text } from '@mantine/core';
import { Ban } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { InvitationStatus } from '#gql/graphql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { RowAction } from '#ui/row-action.tsx';
import classes from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';

const InvitationRow_invitation = graphql(`
  fragment InvitationRow_invitation on Invitation {
    id
    email
    invitedBy
    status
    expiresAt
    role { id name }
  }
`);

const InvitationRow_revokeInvitation = graphql(`
  mutation InvitationRow_revokeInvitation($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) {
      invitation { id ...InvitationRow_invitation }
    }
  }
`);

const statusLabels: Record<InvitationStatus, string> = {
  PENDING: 'Pending',
  ACCEPTED: 'Accepted',
  REVOKED: 'Revoked',
  EXPIRED: 'Expired',
};

export function InvitationRow({ invitation: masked }: { invitation: FragmentType<typeof InvitationRow_invitation> }) {
  const { id, email, role, invitedBy, status, expiresAt } = readFragment(InvitationRow_invitation, masked);
  const mayRevoke = useCan('members.tenant.create');
  const revoke = useAction(InvitationRow_revokeInvitation, () => `The invitation for ${email} was revoked.`);

  async function confirmRevocation() {
    const confirmed = await confirmAction({
      title: `Revoke the invitation for ${email}?`,
      body: 'The link stops working at once. You can invite the same address again later.',
      confirmLabel: 'Revoke invitation',
      danger: true,
    });
    if (confirmed && (await revoke({ input: { id } }))) focusHeading();
  }

  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.head}>
        <Group gap={6}>
          <Text className={classes.wrap}>{email}</Text>
          {status !== 'PENDING' && (
            <Badge size="sm" variant="light" color="gray">
              {statusLabels[status]}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {role.name}, expires <TimeAgo value={expiresAt} />
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">{role.name}</Table.Td>
      <Table.Td visibleFrom="sm">{invitedBy}</Table.Td>
      <Table.Td visibleFrom="sm">
        <TimeAgo value={expiresAt} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {mayRevoke && (
            <RowAction
              icon={Ban}
              label={`Revoke the invitation for ${email}`}
              tip="Revoke invitation"
              danger
              onClick={confirmRevocation}
            />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
