import { Radio, Stack } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import type { ApiKeyValues } from './api-key-values.ts';
import { PermissionPicker } from './permission-picker.tsx';
import { RoleSelect } from './role-select.tsx';

const ApiKeyAccessFieldsQuery = graphql(`
  query ApiKeyAccessFieldsQuery {
    permissions { name resource description }
    roles { id slug permissions }
  }
`);

export function ApiKeyAccessFields() {
  const { control, watch } = useFormContext<ApiKeyValues>();
  const access = watch('access');
  return (
    <Stack gap="md">
      <Controller
        control={control}
        name="access"
        render={({ field }) => (
          <Radio.Group label="What may it do?" value={field.value} onChange={field.onChange}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="role"
                label="All that a role may do"
                description="It follows the role when that is changed."
              />
              <Radio
                value="part"
                label="A part of what a role may do"
                description="Never more than both, the role and your choice."
              />
              <Radio value="chosen" label="Chosen permissions" description="Without a role." />
            </Stack>
          </Radio.Group>
        )}
      />
      {access !== 'chosen' && (
        <Controller
          control={control}
          name="role"
          render={({ field, fieldState }) => (
            <RoleSelect
              {...field}
              label="Role"
              required
              anyRole={access === 'part'}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      {access !== 'role' && <ChosenPermissions />}
    </Stack>
  );
}

function ChosenPermissions() {
  const viewer = useViewer();
  const { control, watch } = useFormContext<ApiKeyValues>();
  const [{ data, error }, refetch] = useQuery({ query: ApiKeyAccessFieldsQuery });
  const access = watch('access');
  const slug = watch('role');
  const role = access === 'part' ? data?.roles.find((one) => one.slug === slug) : undefined;
  return (
    <Loaded
      data={data}
      error={error}
      retry={() => refetch({ requestPolicy: 'network-only' })}
      loading={<TableLoading />}
    >
      {({ permissions }) => (
        <Controller
          control={control}
          name="permissions"
          render={({ field, fieldState }) => (
            <PermissionPicker
              label="Permissions"
              permissions={role ? permissions.filter(({ name }) => role.permissions.includes(name)) : permissions}
              value={field.value}
              onChange={field.onChange}
              allowed={viewer.permissions}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </Loaded>
  );
}
