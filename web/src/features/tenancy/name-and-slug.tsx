import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { toSlug } from './slug.ts';

type Values = { name: string; slug: string };

/** Two fields of the form around them. The slug follows the name until somebody edits it. */
export function NameAndSlug({ slugDescription }: { slugDescription: string }) {
  const { register, setValue, formState } = useFormContext<Values>();
  const { errors, dirtyFields, isSubmitted } = formState;
  const slugEdited = dirtyFields.slug === true;
  const name = register('name', {
    onChange: ({ target }: { target: { value: string } }) => {
      if (!slugEdited) setValue('slug', toSlug(target.value), { shouldValidate: isSubmitted });
    },
  });
  return (
    <>
      <TextInput {...name} label="Name" required data-autofocus autoComplete="off" error={errors.name?.message} />
      <TextInput
        {...register('slug')}
        label="Slug"
        description={slugDescription}
        required
        autoComplete="off"
        spellCheck={false}
        error={errors.slug?.message}
      />
    </>
  );
}
