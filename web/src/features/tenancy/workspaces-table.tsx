import { ActionIcon, Code, Group, Table, Text, Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { WorkspacesTable_WorkspaceFragment } from '#gql/graphql.ts';
import { formatDate } from '#lib/format.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { focusHeading } from './focus-heading.ts';
import { ListTable } from './list-table.tsx';
import classes from './member-row.module.css';
import { useAction } from './use-action.ts';

export const WorkspacesTable_workspace = graphql(`
  fragment WorkspacesTable_workspace on Workspace { id slug name createdAt }
`);

const WorkspacesTable_deleteWorkspace = graphql(`
  mutation WorkspacesTable_deleteWorkspace($input: DeleteWorkspaceInput!) {
    deleteWorkspace(input: $input) { id }
  }
`);

export type Workspace = WorkspacesTable_WorkspaceFragment;

export type WorkspacesTableProps = {
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
          <Table.Th scope="row" className={classes.who}>
            <Text fw={500} className={classes.email}>
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
                <Tooltip label="Rename">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Rename ${workspace.name}`}
                    onClick={() => onRename(workspace)}
                  >
                    <Pencil size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label="Delete">
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Delete ${workspace.name}`}
                    onClick={() => confirmDeletion(workspace)}
                  >
                    <Trash2 size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Group>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
