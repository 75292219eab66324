import { TextInput } from '@mantine/core';
import type { FocusEvent } from 'react';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { INCOMPLETE } from '../local-time.ts';
import { useField } from '../use-field.ts';

export function DateInput(props: FieldInputProps) {
  const { control, wrapper } = useField(props);
  const withTime = variantOf(props.field) === 'datetime';
  const zone = withTime ? `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.` : undefined;
  const description = [wrapper.description, zone].filter(Boolean).join(' ');

  function leave(event: FocusEvent<HTMLInputElement>) {
    if (event.currentTarget.validity.badInput) control.onChange(INCOMPLETE);
    control.onBlur();
  }

  return (
    <TextInput
      {...control}
      {...wrapper}
      description={description === '' || wrapper.label === undefined ? undefined : description}
      type={withTime ? 'datetime-local' : 'date'}
      step={withTime ? 'any' : undefined}
      value={control.value === INCOMPLETE ? '' : control.value}
      onBlur={leave}
    />
  );
}
