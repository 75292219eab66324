import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { get, useController, useFormState } from 'react-hook-form';
import { useError } from '#features/tools/editor/use-error.ts';
import classes from './rule-editor.module.css';
import type { Choice } from './rule-words.ts';

type ChoiceFieldProps = Omit<MultiSelectProps, 'data' | 'name'> & {
  name: string;
  data: readonly Choice[];
  /** How to call what was chosen once and is not offered now. */
  nameUnknown?: (value: string) => string;
};

/** Any number of choices. What was chosen stays, also when it is not offered any more. */
export function ChoiceField({ name, data, nameUnknown = (value) => value, ...rest }: ChoiceFieldProps) {
  const { field } = useController({ name });
  const chosen: string[] = field.value;
  const offered = new Set(data.map(({ value }) => value));
  const missing = chosen.filter((value) => !offered.has(value)).map((value) => ({ value, label: nameUnknown(value) }));
  return (
    <MultiSelect
      ref={field.ref}
      data={[...data, ...missing]}
      value={chosen}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={useListError(name)}
      searchable
      nothingFoundMessage="Nothing fits. Try other words."
      withScrollArea={false}
      classNames={{ options: classes.options }}
      {...rest}
    />
  );
}

/** What is wrong with the list, or with the first of its entries that something is wrong with. */
function useListError(name: string): string | undefined {
  const { errors } = useFormState({ name });
  const below: unknown = get(errors, name);
  const entry: { message?: string } | undefined = Array.isArray(below) ? below.find(Boolean) : undefined;
  return useError(name) ?? entry?.message;
}
