import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { plural } from '#lib/format.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import type { PermissionItem } from './permission-groups.ts';
import { PermissionList } from './permission-list.tsx';
import type { RoleView } from './role-view.ts';

const RoleDetails_role = graphql(`
  fragment RoleDetails_role on Role { id slug name description builtIn permissions memberCount }
`);

const RoleDetails_deleteRole = graphql(`
  mutation RoleDetails_deleteRole($input: DeleteRoleInput!) {
    deleteRole(input: $input) { id }
  }
`);

type RoleDetailsProps = {
  role: FragmentType<typeof RoleDetails_role>;
  permissions: readonly PermissionItem[];
  onView: (view: RoleView) => void;
  onClose: () => void;
};

export function RoleDetails({ role: masked, permissions, onView, onClose }: RoleDetailsProps) {
  const role = readFragment(RoleDetails_role, masked);
  const mayCreate = useCan('roles.tenant.create');
  const mayUpdate = useCan('roles.tenant.update') && !role.builtIn;
  const mayDelete = useCan('roles.tenant.delete') && !role.builtIn;
  const [, deleteRole] = useMutation(RoleDetails_deleteRole);
  const [refusal, setRefusal] = useState<CombinedError>();

  async function confirmDeletion() {
    setRefusal(undefined);
    const confirmed = await confirmAction({
      title: `Delete ${role.name}?`,
      body: 'The role is gone for good. This works only while no member, invitation or API key has it.',
      confirmLabel: 'Delete role',
      danger: true,
    });
    if (!confirmed) return;
    const { error } = await deleteRole({ input: { id: role.id } });
    if (error) return setRefusal(error);
    notifications.show({ message: `The role ${role.name} was deleted.` });
    onClose();
    focusHeading();
  }

  return (
    <Stack gap="lg">
      <div>
        <Text>{role.description || 'No description.'}</Text>
        <Text size="sm" c="dimmed">
          {role.builtIn ? 'Built-in role, the same in every tenant' : 'Custom role'}, slug <Code>{role.slug}</Code>,
          held by {plural(role.memberCount, 'member')}
        </Text>
      </div>
      {(mayCreate || mayUpdate || mayDelete) && (
        <Group gap="xs">
          {mayUpdate && <Button onClick={() => onView({ mode: 'edit', id: role.id })}>Edit role</Button>}
          {mayCreate && (
            <Button variant="default" onClick={() => onView({ mode: 'create', from: role.id })}>
              New role like this
            </Button>
          )}
          {mayDelete && (
            <Button variant="light" color="red" onClick={confirmDeletion}>
              Delete role
            </Button>
          )}
        </Group>
      )}
      {refusal && <ErrorNote error={refusal} />}
      <PermissionList permissions={permissions.filter(({ name }) => role.permissions.includes(name))} />
    </Stack>
  );
}
