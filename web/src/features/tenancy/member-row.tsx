import { Avatar, Badge, Group, Table, Text } from '@mantine/core';
import { Pencil, UserRoundMinus } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { MemberRow_MemberFragment } from '#gql/graphql.ts';
import { formatDate } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import { RowAction } from '#ui/row-action.tsx';
import classes from '#ui/table-cell.module.css';

const MemberRow_member = graphql(`
  fragment MemberRow_member on Membership {
    id
    createdAt
    apiKeyCount
    user { id name email }
    role { id name }
    manager { id user { id name } }
  }
`);

export type Member = MemberRow_MemberFragment;

type MemberRowProps = {
  member: FragmentType<typeof MemberRow_member>;
  onEdit?: () => void;
  onRemove?: (member: Member) => void;
};

export function MemberRow({ member: masked, onEdit, onRemove }: MemberRowProps) {
  const member = readFragment(MemberRow_member, masked);
  const you = useViewer().user.id === member.user.id;
  const { name, email } = member.user;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.head}>
        <Group gap="sm" wrap="nowrap">
          <Avatar visibleFrom="sm" size={36} radius="xl" name={name} color="initials" alt="" aria-hidden />
          <div className={classes.shrink}>
            <Group gap={6}>
              <Text fw={500} className={classes.wrap}>
                {name}
              </Text>
              {you && (
                <Badge size="sm" variant="light">
                  you
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" className={classes.wrap}>
              {email}
            </Text>
            <Text size="sm" c="dimmed" hiddenFrom="sm">
              {member.role.name}
              {member.manager && `, reports to ${member.manager.user.name}`}
            </Text>
          </div>
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="sm">{member.role.name}</Table.Td>
      <Table.Td visibleFrom="sm">{member.manager?.user.name ?? <Text c="dimmed">None</Text>}</Table.Td>
      <Table.Td visibleFrom="sm">
        <time dateTime={member.createdAt}>{formatDate(member.createdAt)}</time>
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {onEdit && (
            <RowAction
              icon={Pencil}
              label={`Change role or manager of ${name}`}
              tip="Change role or manager"
              onClick={onEdit}
            />
          )}
          {onRemove && (
            <RowAction
              icon={UserRoundMinus}
              label={`Remove ${name}`}
              tip="Remove from tenant"
              danger
              onClick={() => onRemove(member)}
            />
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
