import { Button, Chip, Select } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { type BoundField, useField } from '../use-field.ts';
import { ChoiceFrame, Radios } from './choice-frame.tsx';

/** So many options can be taken in at a glance; above that, one searches. */
const AT_A_GLANCE = 6;

export function EnumInput(props: FieldInputProps) {
  const bound = useField(props);
  const { placeholder } = props.field;
  const options = props.field.options ?? [];
  const variant = variantOf(props.field);
  if (options.length > AT_A_GLANCE || variant === 'select') {
    const { control, wrapper } = bound;
    return (
      <Select
        {...control}
        {...wrapper}
        data={[...options]}
        value={control.value ?? null}
        searchable={options.length > AT_A_GLANCE}
        nothingFoundMessage="Nothing matches."
        placeholder={placeholder ?? options.find((option) => option.value === props.field.default)?.label ?? 'Choose'}
        clearable={!props.field.required}
        clearButtonProps={{ 'aria-label': `Clear ${props.spokenLabel ?? props.field.label}` }}
        allowDeselect={false}
      />
    );
  }
  return variant === 'radio' ? (
    <RadioChoice {...bound} options={options} />
  ) : (
    <ChipChoice {...bound} options={options} />
  );
}

type ChoiceProps = BoundField & { options: NonNullable<FieldInputProps['field']['options']> };

function RadioChoice({ options, ...bound }: ChoiceProps) {
  const { control } = bound;
  return (
    <ChoiceFrame {...bound} below={<ClearChoice {...bound} />}>
      <Radios {...bound} options={options} chosen={control.value ?? null} onChoose={control.onChange} />
    </ChoiceFrame>
  );
}

function ChipChoice({ options, ...bound }: ChoiceProps) {
  const { control } = bound;
  return (
    <ChoiceFrame {...bound} below={<ClearChoice {...bound} />}>
      <Chip.Group value={control.value ?? null} onChange={control.onChange}>
        {options.map((option) => (
          <Chip key={option.value} value={option.value} size="sm">
            {option.label}
          </Chip>
        ))}
      </Chip.Group>
    </ChoiceFrame>
  );
}

function ClearChoice({ control, wrapper }: BoundField) {
  if (wrapper.required || control.value === null || control.value === undefined) return null;
  return (
    <Button
      mt={6}
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label={`Clear ${wrapper.label ?? wrapper['aria-label']}`}
      onClick={() => control.onChange(null)}
    >
      Clear
    </Button>
  );
}
