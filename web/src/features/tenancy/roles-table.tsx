import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { ListTable } from '#ui/list-table.tsx';
import classes from '#ui/table-cell.module.css';

const RolesTable_role = graphql(`
  fragment RolesTable_role on Role { id slug name description builtIn permissions memberCount }
`);

type RolesTableProps = {
  roles: readonly FragmentType<typeof RolesTable_role>[];
  onOpen: (id: string) => void;
};

export function RolesTable({ roles, onOpen }: RolesTableProps) {
  return (
    <ListTable
      caption="Roles"
      columns={[{ label: 'Role' }, { label: 'Permissions', wide: true }, { label: 'Members', wide: true }]}
    >
      {readFragment(RolesTable_role, roles).map((role) => (
        <Table.Tr key={role.id}>
          <Table.Th scope="row" className={classes.head}>
            <Group gap="xs">
              <Anchor component="button" type="button" fw={500} onClick={() => onOpen(role.id)}>
                {role.name}
              </Anchor>
              {!role.builtIn && (
                <Badge size="sm" variant="light">
                  Custom
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {role.description || 'No description.'}
            </Text>
            <Text size="sm" c="dimmed" hiddenFrom="sm">
              {plural(role.permissions.length, 'permission')}, {plural(role.memberCount, 'member')}
            </Text>
          </Table.Th>
          <Table.Td visibleFrom="sm">{formatNumber(role.permissions.length)}</Table.Td>
          <Table.Td visibleFrom="sm">{formatNumber(role.memberCount)}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
