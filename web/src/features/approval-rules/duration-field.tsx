import { Box, Group, NumberInput, Select } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useError } from '#features/tools/editor/use-error.ts';
import type { Duration, Unit } from './duration.ts';

type DurationFieldProps = { name: 'expiresAfter' | 'remindAfter'; label: string; description: string };

const units: { value: Unit; label: string }[] = [
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
];

/** An amount and its unit; empty means never. */
export function DurationField({ name, label, description }: DurationFieldProps) {
  const { field } = useController({ name });
  const value: Duration = field.value;
  const unit = (
    <Select
      aria-label={`Unit of ${label.toLowerCase()}`}
      flex="0 0 120px"
      data={units}
      value={value.unit}
      allowDeselect={false}
      onChange={(next) => field.onChange({ ...value, unit: next ?? value.unit })}
    />
  );
  return (
    <NumberInput
      ref={field.ref}
      label={label}
      description={description}
      placeholder="Never"
      min={1}
      allowDecimal={false}
      allowNegative={false}
      value={value.amount}
      onChange={(amount) => field.onChange({ ...value, amount })}
      onBlur={field.onBlur}
      error={useError(name)}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap">
          <Box flex={1} miw={0}>
            {input}
          </Box>
          {unit}
        </Group>
      )}
    />
  );
}
