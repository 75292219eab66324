import { ActionIcon, Autocomplete, Select, SimpleGrid, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useError } from '#features/tools/editor/use-error.ts';
import entries from '#ui/schema-form/entries.module.css';
import { type ConditionField, kindOf, operatorsFor } from './condition-fields.ts';
import { type ConditionRow, guessKind } from './condition-row.ts';
import { ConditionValue } from './condition-value.tsx';
import type { RuleValues } from './rule-values.ts';

type ConditionRowInputsProps = { index: number; fields: readonly ConditionField[]; onRemove: () => void };

export function ConditionRowInputs({ index, fields, onRemove }: ConditionRowInputsProps) {
  const { setValue, formState } = useFormContext<RuleValues>();
  const row = useWatch<RuleValues, `rows.${number}`>({ name: `rows.${index}` });
  const fieldError = useError(`rows.${index}.field`);
  const valueError = useError(`rows.${index}.value`);
  const field = fields.find(({ path }) => path === row.field);
  const operators = operatorsFor(field);
  const spoken = `comparison ${index + 1}`;

  function change(next: Partial<ConditionRow>) {
    setValue(`rows.${index}`, { ...row, ...next }, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  function changeField(path: string) {
    const found = fields.find((each) => each.path === path);
    if (!found) return change({ field: path });
    const offered = operatorsFor(found);
    const operator = offered.find(({ value }) => value === row.operator) ?? offered[0];
    const kind = kindOf(found.type);
    const isKept = kind === row.kind && found.options.length === 0;
    change({ field: path, kind, operator: operator?.value ?? '==', value: isKept ? row.value : '' });
  }

  return (
    <li className={entries.entry}>
      <Text size="sm" c="dimmed" aria-hidden>
        {index + 1}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
        <Autocomplete
          aria-label={`Field of ${spoken}`}
          placeholder="Field, such as amount"
          data-row-field
          data={fields.map(({ path }) => path)}
          value={row.field}
          onChange={changeField}
          error={fieldError}
          spellCheck={false}
          renderOption={({ option }) => (
            <div>
              <Text size="sm">{fields.find(({ path }) => path === option.value)?.label}</Text>
              <Text size="xs" c="dimmed">
                {option.value}
              </Text>
            </div>
          )}
        />
        <Select
          aria-label={`Operator of ${spoken}`}
          data={operators}
          value={row.operator}
          allowDeselect={false}
          onChange={(operator) => operator && change({ operator: operator as ConditionRow['operator'] })}
        />
        <ConditionValue
          label={`Value of ${spoken}`}
          row={row}
          field={field}
          error={valueError}
          onChange={(value) => change({ value, kind: field ? kindOf(field.type) : guessKind(value) })}
        />
      </SimpleGrid>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${spoken}`} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
