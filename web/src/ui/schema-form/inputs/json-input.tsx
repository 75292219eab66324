import { Textarea } from '@mantine/core';
import { CodeBlock } from '#ui/code-block.tsx';
import { isRecord } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';
import classes from './inputs.module.css';

export function JsonInput(props: FieldInputProps) {
  const { control, wrapper } = useField(props);
  const { schema, label, placeholder } = props.field;

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
    <>
      <Textarea
        {...control}
        {...wrapper}
        onBlur={tidy}
        rows={6}
        resize="vertical"
        placeholder={placeholder ?? (schema ? 'JSON' : '{ }')}
        spellCheck={false}
        autoCapitalize="none"
        classNames={{ input: classes.code }}
      />
      {isRecord(schema) && Object.keys(schema).length > 0 && (
        <details className={classes.schema}>
          <summary>What fits into {props.spokenLabel ?? label}</summary>
          <CodeBlock label={`JSON Schema of ${props.spokenLabel ?? label}`} code={JSON.stringify(schema, null, 2)} />
        </details>
      )}
    </>
  );
}
