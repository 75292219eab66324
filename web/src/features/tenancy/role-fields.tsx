import { Textarea } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { useViewer } from '#lib/viewer.tsx';
import type { PermissionItem } from './permission-groups.ts';
import { PermissionPicker } from './permission-picker.tsx';
import { nameSchema } from './slug.ts';

export const roleFieldsSchema = z.object({
  name: nameSchema,
  description: z.string().trim().max(500, 'At most 500 characters.'),
  permissions: z.array(z.string()).min(1, 'Choose at least one permission.'),
});

type Values = z.infer<typeof roleFieldsSchema>;

/** What creating and editing a role have in common, below the name. */
export function RoleFields({ permissions }: { permissions: readonly PermissionItem[] }) {
  const viewer = useViewer();
  const { control, register, formState } = useFormContext<Values>();
  return (
    <>
      <Textarea
        {...register('description')}
        label="Description"
        description="Who should have this role? Shown wherever a role is chosen."
        rows={2}
        error={formState.errors.description?.message}
      />
      <Controller
        control={control}
        name="permissions"
        render={({ field, fieldState }) => (
          <PermissionPicker
            label="Permissions"
            permissions={permissions}
            value={field.value}
            onChange={field.onChange}
            allowed={viewer.permissions}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
