import { TextInput as SingleLine, Textarea } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';
import classes from './inputs.module.css';
import { MarkdownInput } from './markdown-input.tsx';

export function TextInput(props: FieldInputProps) {
  const { control, wrapper } = useField(props);
  const variant = variantOf(props.field);
  const placeholder = props.field.placeholder ?? undefined;
  if (variant === 'single')
    return <SingleLine {...control} {...wrapper} placeholder={placeholder} autoComplete="off" />;
  if (variant === 'markdown') return <MarkdownInput control={control} wrapper={wrapper} placeholder={placeholder} />;
  const code = variant === 'code';
  return (
    <Textarea
      {...control}
      {...wrapper}
      placeholder={placeholder}
      rows={4}
      resize="vertical"
      spellCheck={!code}
      classNames={code ? { input: classes.code } : undefined}
    />
  );
}
