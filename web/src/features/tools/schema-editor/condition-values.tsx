import { MultiSelect, Select, TagsInput } from '@mantine/core';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

export type Values = NonNullable<FieldDefinition['visibleWhen']>['in'];

export type ConditionValuesProps = {
  source: FieldDefinition;
  values: Values;
  error: string | undefined;
  onChange: (values: Values) => void;
};

/** The values that show the field, as the other field would take them. */
export function ConditionValues({ source, values, error, onChange }: ConditionValuesProps) {
  const label = source.type === 'boolean' ? 'is' : 'is one of';
  if (source.type === 'boolean') {
    return (
      <Select
        label={label}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={values[0] === undefined ? null : String(values[0])}
        allowDeselect={false}
        error={error}
        onChange={(value) => onChange([value === 'true'])}
      />
    );
  }
  if (source.type === 'enum') {
    return (
      <MultiSelect
        label={label}
        data={[...(source.options ?? [])]}
        value={values.map(String)}
        searchable
        error={error}
        onChange={onChange}
      />
    );
  }
  const isNumber = source.type === 'number';
  return (
    <TagsInput
      label={label}
      placeholder={isNumber ? 'Type a number and press Enter' : 'Type and press Enter'}
      splitChars={[]}
      value={values.map(String)}
      error={error}
      onChange={(texts) => onChange(isNumber ? texts.map(Number).filter(Number.isFinite) : texts)}
    />
  );
}
