import { Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ShieldPlus } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { newRole, type RoleView } from './role-view.ts';
import { RolesTable } from './roles-table.tsx';

const RolesPageQuery = graphql(`
  query RolesPageQuery {
    roles { id ...RolesTable_role ...RoleDrawer_role }
    permissions { name resource description }
  }
`);

export function RolesPage() {
  const [{ data, error }, refetch] = useQuery({ query: RolesPageQuery });
  const [view, setView] = useState<RoleView>(newRole);
  const [opened, drawer] = useDisclosure(false);
  const mayCreate = useCan('roles.tenant.create');

  function show(next: RoleView) {
    setView(next);
    drawer.open();
  }

  return (
    <Page
      title="Roles"
      description="A role is a set of permissions. Every member and most API keys have exactly one."
      actions={
        mayCreate && (
          <Button leftSection={<ShieldPlus size={16} aria-hidden />} onClick={() => show(newRole)}>
            Create role
          </Button>
        )
      }
    >
      <Card>
        <Loaded
          data={data}
          error={error}
          retry={() => refetch({ requestPolicy: 'network-only' })}
          loading={<TableLoading rows={6} />}
        >
          {({ roles }) => <RolesTable roles={roles} onOpen={(id) => show({ mode: 'read', id })} />}
        </Loaded>
      </Card>
      <RoleDrawer
        roles={data?.roles ?? []}
        permissions={data?.permissions ?? []}
        view={view}
        onView={setView}
        opened={opened}
        onClose={drawer.close}
      />
    </Page>
  );
}
