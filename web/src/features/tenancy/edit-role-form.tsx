import { Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FormProvider } from 'react-hook-form';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import type { PermissionItem } from './permission-groups.ts';
import { RoleFields, roleFieldsSchema } from './role-fields.tsx';

const EditRoleForm_role = graphql(`
  fragment EditRoleForm_role on Role { id name description permissions }
`);

const EditRoleForm_updateRole = graphql(`
  mutation EditRoleForm_updateRole($input: UpdateRoleInput!) {
    updateRole(input: $input) {
      role { id name description permissions }
    }
  }
`);

type EditRoleFormProps = {
  role: FragmentType<typeof EditRoleForm_role>;
  permissions: readonly PermissionItem[];
  onDone: () => void;
};

export function EditRoleForm({ role: masked, permissions, onDone }: EditRoleFormProps) {
  const { id, ...role } = readFragment(EditRoleForm_role, masked);
  const { form, submit, submitting, formError } = useMutationForm({
    document: EditRoleForm_updateRole,
    schema: roleFieldsSchema,
    defaultValues: { name: role.name, description: role.description, permissions: role.permissions },
    toVariables: (values) => ({ input: { id, ...values } }),
    onDone: () => {
      notifications.show({ message: 'Saved. It holds for everybody with this role at once.' });
      onDone();
    },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.register('name')}
            label="Name"
            required
            data-autofocus
            autoComplete="off"
            error={form.formState.errors.name?.message}
          />
          <RoleFields permissions={permissions} />
          <FormFooter submitLabel="Save changes" submitting={submitting} error={formError} onCancel={onDone} />
        </Stack>
      </form>
    </FormProvider>
  );
}
