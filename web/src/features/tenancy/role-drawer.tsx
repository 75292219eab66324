import { Drawer } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { CreateRoleForm } from './create-role-form.tsx';
import { EditRoleForm } from './edit-role-form.tsx';
import type { PermissionItem } from './permission-groups.ts';
import { RoleDetails } from './role-details.tsx';
import type { RoleView } from './role-view.ts';

const RoleDrawer_role = graphql(`
  fragment RoleDrawer_role on Role {
    id
    name
    permissions
    ...RoleDetails_role
    ...EditRoleForm_role
  }
`);

type RoleDrawerProps = {
  roles: readonly FragmentType<typeof RoleDrawer_role>[];
  permissions: readonly PermissionItem[];
  view: RoleView;
  onView: (view: RoleView) => void;
  opened: boolean;
  onClose: () => void;
};

export function RoleDrawer({ roles: masked, permissions, view, onView, opened, onClose }: RoleDrawerProps) {
  const roles = readFragment(RoleDrawer_role, masked);
  const id = view.mode === 'create' ? view.from : view.id;
  const role = roles.find((one) => one.id === id);

  function title() {
    if (view.mode === 'create') return role ? `New role like ${role.name}` : 'New role';
    return view.mode === 'edit' ? `Edit ${role?.name}` : role?.name;
  }

  function content() {
    if (view.mode === 'create') {
      return <CreateRoleForm permissions={permissions} start={role?.permissions ?? []} onClose={onClose} />;
    }
    if (!role) return null;
    if (view.mode === 'edit') {
      return (
        <EditRoleForm role={role} permissions={permissions} onDone={() => onView({ mode: 'read', id: role.id })} />
      );
    }
    return <RoleDetails role={role} permissions={permissions} onView={onView} onClose={onClose} />;
  }

  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" padding="lg" title={title()}>
      {content()}
    </Drawer>
  );
}
