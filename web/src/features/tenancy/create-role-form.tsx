import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FormProvider } from 'react-hook-form';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { NameAndSlug } from './name-and-slug.tsx';
import type { PermissionItem } from './permission-groups.ts';
import { RoleFields, roleFieldsSchema } from './role-fields.tsx';
import { roleSlugSchema } from './slug.ts';

const CreateRoleForm_createRole = graphql(`
  mutation CreateRoleForm_createRole($input: CreateRoleInput!) {
    createRole(input: $input) {
      role { id name }
    }
  }
`);

const schema = roleFieldsSchema.extend({ slug: roleSlugSchema });

type CreateRoleFormProps = {
  permissions: readonly PermissionItem[];
  /** What is chosen at the start, as far as the viewer may give it. */
  start: readonly string[];
  onClose: () => void;
};

export function CreateRoleForm({ permissions, start, onClose }: CreateRoleFormProps) {
  const viewer = useViewer();
  const { form, submit, submitting, formError } = useMutationForm({
    document: CreateRoleForm_createRole,
    schema,
    defaultValues: {
      name: '',
      slug: '',
      description: '',
      permissions: start.filter((name) => viewer.permissions.has(name)),
    },
    onDone: ({ createRole }) => {
      notifications.show({
        message: `The role ${createRole.role.name} was created.`,
      });
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NameAndSlug slugDescription="How the API and API keys name this role. It cannot be changed later." />
          <RoleFields permissions={permissions} />
          <FormFooter submitLabel="Create role" submitting={submitting} error={formError} onCancel={onClose} />
        </Stack>
      </form>
    </FormProvider>
  );
}
