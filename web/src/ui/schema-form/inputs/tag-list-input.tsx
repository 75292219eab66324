import { MultiSelect, TagsInput } from '@mantine/core';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';

export function TagListInput(props: FieldInputProps) {
  const { items, placeholder } = props.field;
  const { control, wrapper } = useField(props);
  const clear = { 'aria-label': `Clear ${props.spokenLabel ?? props.field.label}` };
  if (items?.type === 'enum') {
    return (
      <MultiSelect
        {...control}
        {...wrapper}
        data={[...(items.options ?? [])]}
        placeholder={placeholder ?? undefined}
        searchable
        clearable
        clearButtonProps={clear}
        nothingFoundMessage="Nothing matches."
      />
    );
  }
  return (
    <TagsInput
      {...control}
      {...wrapper}
      clearable
      clearButtonProps={clear}
      allowDuplicates
      placeholder={placeholder ?? 'Type and press Enter'}
      // A comma may be a part of a text, and of a number in many countries.
      splitChars={[]}
    />
  );
}
