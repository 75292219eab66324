import { Textarea } from '@mantine/core';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';
import classes from './inputs.module.css';

export function JsonInput(props: FieldInputProps) {
  const { control, wrapper } = useField(props);

  function tidy() {
    control.onBlur();
    try {
      const pretty = JSON.stringify(JSON.parse(control.value), null, 2);
      if (pretty !== control.value) control.onChange(pretty);
    } catch {
      // Not JSON yet: the text stays as typed, and the check says what is wrong.
    }
  }

  return (
    <Textarea
      {...control}
      {...wrapper}
      onBlur={tidy}
      rows={6}
      resize="vertical"
      placeholder={props.field.placeholder ?? '{ }'}
      spellCheck={false}
      autoCapitalize="none"
      classNames={{ input: classes.code }}
    />
  );
}
