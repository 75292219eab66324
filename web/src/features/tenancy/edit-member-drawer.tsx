import { Alert, Drawer, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { TriangleAlert } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { MemberSelect } from './member-select.tsx';
import { RoleSelect } from './role-select.tsx';

const EditMemberDrawer_member = graphql(`
  fragment EditMemberDrawer_member on Membership {
    id
    user { id name email }
    role { id slug name }
    manager { id user { id name email } }
  }
`);

const EditMemberDrawer_updateMember = graphql(`
  mutation EditMemberDrawer_updateMember($input: UpdateMemberInput!) {
    updateMember(input: $input) {
      member { id ...EditMemberDrawer_member ...MemberRow_member }
    }
  }
`);

type MaskedMember = FragmentType<typeof EditMemberDrawer_member>;

type EditMemberDrawerProps = {
  member: MaskedMember | undefined;
  opened: boolean;
  onClose: () => void;
};

export function EditMemberDrawer({ member, opened, onClose }: EditMemberDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" title="Role and manager" padding="lg">
      {member && <EditMemberForm member={member} onClose={onClose} />}
    </Drawer>
  );
}

const schema = z.object({
  role: z.string().min(1, 'Choose a role.'),
  managerId: z.string().nullable(),
});

function EditMemberForm({ member: masked, onClose }: { member: MaskedMember; onClose: () => void }) {
  const member = readFragment(EditMemberDrawer_member, masked);
  const viewer = useViewer();
  const { form, submit, submitting, formError } = useMutationForm({
    document: EditMemberDrawer_updateMember,
    schema,
    defaultValues: { role: member.role.slug, managerId: member.manager?.id ?? null },
    // Only what was changed: naming a role again asks for the right to grant it.
    toVariables: ({ role, managerId }) => ({
      input: {
        id: member.id,
        ...(role !== member.role.slug && { role }),
        ...(managerId !== (member.manager?.id ?? null) && { managerId }),
      },
    }),
    onDone: () => {
      notifications.show({ message: `${member.user.name} was updated.` });
      onClose();
    },
  });
  const changesOwnRole = member.user.id === viewer.user.id && form.watch('role') !== member.role.slug;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Text fw={500}>{member.user.name}</Text>
          <Text size="sm" c="dimmed">
            {member.user.email}
          </Text>
        </div>
        <Controller
          control={form.control}
          name="role"
          render={({ field, fieldState }) => (
            <RoleSelect {...field} label="Role" current={member.role.slug} error={fieldState.error?.message} />
          )}
        />
        {changesOwnRole && (
          <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="This is your own role">
            With another role you may lose access to this page. Someone else would then have to change it back.
          </Alert>
        )}
        <Controller
          control={form.control}
          name="managerId"
          render={({ field, fieldState }) => (
            <MemberSelect
              {...field}
              label="Manager"
              description="Whom this person reports to."
              selected={member.manager}
              exclude={member.id}
              error={fieldState.error?.message}
            />
          )}
        />
        <FormFooter
          submitLabel="Save changes"
          submitting={submitting}
          error={formError}
          onCancel={onClose}
          disabled={!form.formState.isDirty}
        />
      </Stack>
    </form>
  );
}
