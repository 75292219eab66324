import { Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';
import { type Workspace, WorkspacesTable } from './workspaces-table.tsx';

const WorkspacesPageQuery = graphql(`
  query WorkspacesPageQuery {
    workspaces { id ...WorkspacesTable_workspace }
  }
`);

export function WorkspacesPage() {
  const [{ data, error }, refetch] = useQuery({ query: WorkspacesPageQuery });
  const [edited, setEdited] = useState<Workspace>();
  const [opened, dialog] = useDisclosure(false);
  const mayChange = useCan('settings.tenant.update');

  function open(workspace?: Workspace) {
    setEdited(workspace);
    dialog.open();
  }

  const createButton = mayChange && (
    <Button leftSection={<Layers size={16} aria-hidden />} onClick={() => open()}>
      Create workspace
    </Button>
  );

  return (
    <Page
      title="Workspaces"
      description="Workspaces divide a tenant by team or subject. Members and roles are the same in all of them."
      actions={createButton}
    >
      <Card>
        <Loaded
          data={data}
          error={error}
          retry={() => refetch({ requestPolicy: 'network-only' })}
          loading={<TableLoading rows={3} />}
        >
          {({ workspaces }) =>
            workspaces.length > 0 ? (
              <WorkspacesTable workspaces={workspaces} onRename={mayChange ? open : undefined} />
            ) : (
              <EmptyState icon={Layers} title="No workspaces yet" action={createButton}>
                {mayChange
                  ? 'Create one when a team or a subject should have its own corner.'
                  : 'Somebody who may change tenant settings can create one.'}
              </EmptyState>
            )
          }
        </Loaded>
      </Card>
      <WorkspaceDialog workspace={edited} opened={opened} onClose={dialog.close} />
    </Page>
  );
}
