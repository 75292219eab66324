import { TagsInput, TextInput } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useSchemaForm } from '../form-context.ts';
import { useField } from '../use-field.ts';

export function RelationInput(props: FieldInputProps) {
  const { field } = props;
  const { renderEntityPicker } = useSchemaForm();
  const { control, wrapper } = useField(props);
  const multiple = variantOf(field) === 'multi-picker';
  if (renderEntityPicker) {
    return renderEntityPicker({
      id: wrapper.id,
      field,
      entityType: field.entityType ?? undefined,
      multiple,
      label: props.spokenLabel ?? field.label,
      description: wrapper.description,
      required: field.required,
      error: wrapper.error,
      value: control.value,
      onChange: control.onChange,
      onBlur: control.onBlur,
    });
  }
  const record = field.entityType ?? 'record';
  const how = multiple ? `Type the id of each ${record} and press Enter.` : `Type the id of the ${record}.`;
  const placeholder = field.placeholder ?? undefined;
  const described = { ...wrapper, description: wrapper.label && [wrapper.description, how].filter(Boolean).join(' ') };
  return multiple ? (
    <TagsInput {...control} {...described} placeholder={placeholder} />
  ) : (
    <TextInput {...control} {...described} placeholder={placeholder} autoComplete="off" spellCheck={false} />
  );
}
