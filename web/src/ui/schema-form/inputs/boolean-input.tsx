import { Checkbox, Switch } from '@mantine/core';
import { mayStayUnset, variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';
import { ChoiceFrame, Radios } from './choice-frame.tsx';

export function BooleanInput(props: FieldInputProps) {
  return mayStayUnset(props.field) ? <ThreeWayInput {...props} /> : <ToggleInput {...props} />;
}

/** Off is an answer, so there is nothing to require. */
function ToggleInput(props: FieldInputProps) {
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

const ANSWERS = [
  { value: 'unset', label: 'Not set' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** A switch that nobody touched would say no, and be sent. */
function ThreeWayInput(props: FieldInputProps) {
  const bound = useField(props);
  const { value, onChange } = bound.control;
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unset';
  return (
    <ChoiceFrame {...bound}>
      <Radios
        {...bound}
        options={ANSWERS}
        chosen={chosen}
        onChoose={(answer) => onChange(answer === 'unset' ? null : answer === 'yes')}
      />
    </ChoiceFrame>
  );
}
