import { Button, Chip, Input, Radio, Select } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { type BoundField, useField } from '../use-field.ts';
import classes from './inputs.module.css';

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

function RadioChoice({ control, wrapper, options }: ChoiceProps) {
  const { ref, ...bound } = control;
  return (
    <Radio.Group {...bound} {...wrapper} value={control.value ?? null}>
      <div className={classes.choices} ref={ref}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
      <ClearChoice control={control} wrapper={wrapper} />
    </Radio.Group>
  );
}

function ChipChoice({ control, wrapper, options }: ChoiceProps) {
  const { 'aria-label': spoken, 'aria-description': more, ...texts } = wrapper;
  const labelId = `${wrapper.id}-label`;
  return (
    <Input.Wrapper {...texts} labelElement="div" labelProps={{ id: labelId }}>
      <div
        role="radiogroup"
        aria-label={spoken}
        aria-labelledby={spoken ? undefined : labelId}
        aria-describedby={describedBy(wrapper)}
        aria-description={more}
        aria-required={wrapper.required}
        className={classes.choices}
        ref={control.ref}
      >
        <Chip.Group value={control.value ?? null} onChange={control.onChange}>
          {options.map((option) => (
            <Chip key={option.value} value={option.value} size="sm">
              {option.label}
            </Chip>
          ))}
        </Chip.Group>
      </div>
      <ClearChoice control={control} wrapper={wrapper} />
    </Input.Wrapper>
  );
}

/** The ids that Input.Wrapper gives to its texts. */
function describedBy({ id, description, error }: BoundField['wrapper']): string | undefined {
  const ids = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
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
