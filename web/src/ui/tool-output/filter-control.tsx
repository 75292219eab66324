import { Group, Input, MultiSelect, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { ColumnFilter, FilterValue, Range } from './column-filter.ts';

export type FilterControlProps = {
  filter: ColumnFilter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
};

const toNumber = (value: string | number) => (value === '' ? undefined : Number(value));
const answers = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** The control that the type of a column asks for. Empty, it asks for nothing. */
export function FilterControl({ filter, value, onChange }: FilterControlProps) {
  const { label, control, options, min, max } = filter;
  const id = useId();
  const common = { label, size: 'xs' };
  switch (control) {
    case 'select':
      return (
        <Select
          {...common}
          placeholder="Any"
          clearable
          data={[...(options ?? [])]}
          value={(value as string | undefined) ?? null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      );
    case 'multi-select':
      return (
        <MultiSelect
          {...common}
          placeholder={value ? undefined : 'Any'}
          clearable
          searchable
          data={[...(options ?? [])]}
          value={[...((value as readonly string[] | undefined) ?? [])]}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          placeholder="Any"
          value={(value as number | undefined) ?? ''}
          onChange={(typed) => onChange(toNumber(typed))}
        />
      );
    case 'range':
      return <RangeControl label={label} min={min} max={max} value={value as Range | undefined} onChange={onChange} />;
    case 'toggle':
      return (
        <Input.Wrapper size="xs" label={label} labelElement="div" labelProps={{ id }}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-labelledby={id}
            data={answers}
            value={value === undefined ? '' : value ? 'yes' : 'no'}
            onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'yes')}
          />
        </Input.Wrapper>
      );
    default:
      return (
        <TextInput
          {...common}
          placeholder="Contains"
          value={(value as string | undefined) ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}

type RangeControlProps = {
  label: string;
  min?: number | null;
  max?: number | null;
  value: Range | undefined;
  onChange: (value: Range | undefined) => void;
};

function RangeControl({ label, min, max, value = {}, onChange }: RangeControlProps) {
  const change = (part: Range) => {
    const next = { ...value, ...part };
    onChange(next.from === undefined && next.to === undefined ? undefined : next);
  };
  const bounds = { size: 'xs', flex: 1, min: min ?? undefined, max: max ?? undefined };
  return (
    <Input.Wrapper size="xs" label={label} labelElement="div">
      <Group gap={6} wrap="nowrap">
        <NumberInput
          {...bounds}
          aria-label={`${label}, from`}
          placeholder={min === null || min === undefined ? 'From' : String(min)}
          value={value.from ?? ''}
          onChange={(typed) => change({ from: toNumber(typed) })}
        />
        <NumberInput
          {...bounds}
          aria-label={`${label}, to`}
          placeholder={max === null || max === undefined ? 'To' : String(max)}
          value={value.to ?? ''}
          onChange={(typed) => change({ to: toNumber(typed) })}
        />
      </Group>
    </Input.Wrapper>
  );
}
