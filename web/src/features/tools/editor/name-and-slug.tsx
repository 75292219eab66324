import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { toSlug } from '#features/tenancy/slug.ts';
import { TextField } from './form-fields.tsx';
import { Place } from './place.tsx';
import type { ToolValues } from './tool-values.ts';
import { useError } from './use-error.ts';

/** The slug follows the name until somebody edits it, and stays for ever once the tool is there. */
export function NameAndSlug({ isNew }: { isNew: boolean }) {
  const { register, setValue, formState } = useFormContext<ToolValues>();
  const { dirtyFields, isSubmitted } = formState;
  const follows = isNew && dirtyFields.slug !== true;
  const name = register('name', {
    onChange: ({ target }: { target: { value: string } }) => {
      if (follows) setValue('slug', toSlug(target.value), { shouldValidate: isSubmitted });
    },
  });
  return (
    <>
      <Place name="name">
        <TextInput {...name} label="Name" required autoComplete="off" error={useError('name')} />
      </Place>
      <TextField
        name="slug"
        label="Slug"
        description={
          isNew ? 'Its name for machines. It cannot be changed later.' : 'Its name for machines. It stays as it is.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        readOnly={!isNew}
        spellCheck={false}
      />
    </>
  );
}
