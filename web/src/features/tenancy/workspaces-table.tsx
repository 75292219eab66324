import { Code, Group, Table, Text } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { WorkspacesTable_WorkspaceFragment } from '#gql/graphql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { formatDate } from '#lib/format.ts';
import { useAction } from '#lib/use-action.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { ListTable } from '#ui/list-table.tsx';
import { RowAction } from '#ui/row-action.tsx';
import classes from '#ui/table-cell.module.css';

const WorkspacesTable_workspace = graphql(`
  fragment WorkspacesTable_workspace on Workspace { id slug name createdAt }
`);

const WorkspacesTable_deleteWorkspace = graphql(`
  mutation WorkspacesTable_deleteWorkspace($input: DeleteWorkspaceInput!) {
    deleteWorkspace(input: $input) { id }
  }
`);

export type Workspace = WorkspacesTable_WorkspaceFragment;

type WorkspacesTableProps = {
  workspaces: readonly FragmentType<typeof WorkspacesTable_workspace>[];
  /** Left out for those who may only look. */
  onRename?: (workspace: Workspace) => void;
};

export function WorkspacesTable({ workspaces, onRename }: WorkspacesTableProps) {
  const remove = useAction(WorkspacesTable_deleteWorkspace, () => 'The workspace was deleted.');

  async function confirmDeletion({ id, name }: Workspace) {
    const confirmed = await confirmAction({
      title: `Delete ${name}?`,
      body: 'The workspace is gone for good. Members keep their access to the tenant.',
      confirmLabel: 'Delete workspace',
      danger: true,
    });
    if (confirmed && (await remove({ input: { id } }))) focusHeading();
  }

  return (
    <ListTable
      caption="Workspaces"
      columns={[
        { label: 'Workspace' },
        { label: 'Slug', wide: true },
        { label: 'Created', wide: true },
        { label: 'Actions', unseen: true },
      ]}
    >
      {readFragment(WorkspacesTable_workspace, workspaces).map((workspace) => (
        <Table.Tr key={workspace.id}>
          <Table.Th scope="row" className={classes.head}>
            <Text fw={500} className={classes.wrap}>
              {workspace.name}
            </Text>
            <Text size="sm" c="dimmed" hiddenFrom="sm">
              {workspace.slug}
            </Text>
          </Table.Th>
          <Table.Td visibleFrom="sm">
            <Code>{workspace.slug}</Code>
          </Table.Td>
          <Table.Td visibleFrom="sm">{formatDate(workspace.createdAt)}</Table.Td>
          <Table.Td>
            {onRename && (
              <Group gap={4} justify="flex-end" wrap="nowrap">
                <RowAction
                  icon={Pencil}
                  label={`Rename ${workspace.name}`}
                  tip="Rename"
                  onClick={() => onRename(workspace)}
                />
                <RowAction
                  icon={Trash2}
                  label={`Delete ${workspace.name}`}
                  tip="Delete"
                  danger
                  onClick={() => confirmDeletion(workspace)}
                />
              </Group>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
