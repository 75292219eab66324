import { Select, TextInput } from '@mantine/core';
import type { ConditionField } from './condition-fields.ts';
import { type ConditionRow, measuresLength } from './condition-row.ts';

type ConditionValueProps = {
  label: string;
  row: ConditionRow;
  /** Unknown for a field that was typed by hand. */
  field: ConditionField | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
};

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** What to compare with, as the field would take it. */
export function ConditionValue({ label, row, field, error, onChange }: ConditionValueProps) {
  const needsNumber = measuresLength(row.operator) || field?.type === 'number';
  const choices = field?.type === 'boolean' ? yesOrNo : (field?.options ?? []);
  if (choices.length > 0 && !measuresLength(row.operator)) {
    return (
      <Select
        aria-label={label}
        placeholder="Choose"
        data={[...choices]}
        value={row.value || null}
        allowDeselect={false}
        error={error}
        onChange={(value) => onChange(value ?? '')}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={needsNumber ? 'Number' : 'Value'}
      type={field?.type === 'date' ? 'date' : 'text'}
      inputMode={needsNumber ? 'decimal' : undefined}
      value={row.value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
