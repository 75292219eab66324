import { Button } from '@mantine/core';
import { Layers } from 'lucide-react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useDialogAbout } from '#lib/use-dialog-about.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListCard } from '#ui/list-card.tsx';
import { Page } from '#ui/page.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';
import { type Workspace, WorkspacesTable } from './workspaces-table.tsx';

const WorkspacesPageQuery = graphql(`
  query WorkspacesPageQuery {
    workspaces { id ...WorkspacesTable_workspace }
  }
`);

export function WorkspacesPage() {
  const answer = useQuery({ query: WorkspacesPageQuery });
  const dialog = useDialogAbout<Workspace>();
  const mayChange = useCan('settings.tenant.update');

  const createButton = mayChange && (
    <Button leftSection={<Layers size={16} aria-hidden />} onClick={() => dialog.open()}>
      Create workspace
    </Button>
  );

  return (
    <Page
      title="Workspaces"
      description="Workspaces divide a tenant by team or subject. Members and roles are the same in all of them."
      actions={createButton}
    >
      <ListCard answer={answer}>
        {({ workspaces }) =>
          workspaces.length > 0 ? (
            <WorkspacesTable workspaces={workspaces} onRename={mayChange ? dialog.open : undefined} />
          ) : (
            <EmptyState icon={Layers} title="No workspaces yet" action={createButton}>
              {mayChange
                ? 'Create one when a team or a subject should have its own corner.'
                : 'Somebody who may change tenant settings can create one.'}
            </EmptyState>
          )
        }
      </ListCard>
      <WorkspaceDialog workspace={dialog.subject} opened={dialog.opened} onClose={dialog.close} />
    </Page>
  );
}
