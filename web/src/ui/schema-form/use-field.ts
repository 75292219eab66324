import { useId } from 'react';
import { type ControllerRenderProps, useController } from 'react-hook-form';
import type { FieldInputProps } from './field-registry.ts';

/** What every Mantine input takes: texts, marks and ids, ready to spread. */
export type InputWrapperProps = {
  id: string;
  label: string | undefined;
  'aria-label': string | undefined;
  'aria-description': string | undefined;
  description: string | undefined;
  required: boolean;
  error: string | undefined;
};

export type BoundField = {
  /** `value`, `onChange`, `onBlur` and so on, of this one value only. */
  control: ControllerRenderProps;
  wrapper: InputWrapperProps;
};

/** Binds one input to its value, so that a key stroke renders this input and no other. */
export function useField({ field, path, spokenLabel }: FieldInputProps): BoundField {
  const { field: control, fieldState } = useController({ name: path });
  const id = useId();
  const message = fieldState.error?.message;
  const named = spokenLabel === undefined;
  const description = field.description ?? undefined;
  return {
    control,
    wrapper: {
      id,
      label: named ? field.label : undefined,
      'aria-label': spokenLabel,
      'aria-description': named ? undefined : description,
      description: named ? description : undefined,
      required: field.required,
      error: typeof message === 'string' ? message : undefined,
    },
  };
}
