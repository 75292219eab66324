import { Checkbox, Switch } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';

/** Off is an answer, so there is nothing to require. */
export function BooleanInput(props: FieldInputProps) {
  const { control, wrapper } = useField(props);
  const { value, onChange, ...rest } = control;
  const Toggle = variantOf(props.field) === 'checkbox' ? Checkbox : Switch;
  return (
    <Toggle
      {...rest}
      {...wrapper}
      required={false}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
