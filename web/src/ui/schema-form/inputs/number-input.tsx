import { NumberInput as NumberBox, Slider, Stack } from '@mantine/core';
import { Coins } from 'lucide-react';
import { type FieldDefinition, hasDefault, variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';

export function NumberInput(props: FieldInputProps) {
  const { field } = props;
  const { control, wrapper } = useField(props);
  const variant = variantOf(field);
  const range = sliderRange(field);
  const box = (
    <NumberBox
      {...control}
      {...wrapper}
      // The check explains a value out of bounds; changing it silently would not.
      clampBehavior="none"
      min={field.min ?? undefined}
      max={field.max ?? undefined}
      step={range?.step ?? 1}
      allowDecimal={!field.integer}
      placeholder={field.placeholder ?? (hasDefault(field) ? String(field.default) : undefined)}
      thousandSeparator={variant === 'currency' ? ',' : undefined}
      suffix={variant === 'percent' ? ' %' : undefined}
      leftSection={variant === 'currency' ? <Coins size={16} aria-hidden /> : undefined}
      autoComplete="off"
    />
  );
  if (variant !== 'slider' || !range) return box;
  return (
    <Stack gap="xs">
      {box}
      <Slider
        {...range}
        value={typeof control.value === 'number' ? control.value : range.min}
        onChange={control.onChange}
        thumbLabel={`${props.spokenLabel ?? field.label}, slider`}
        label={null}
      />
    </Stack>
  );
}

/** A slider needs two ends. */
function sliderRange({ min, max, integer }: FieldDefinition): { min: number; max: number; step: number } | undefined {
  if (typeof min !== 'number' || typeof max !== 'number' || max <= min) return undefined;
  const whole = integer || (Number.isInteger(min) && Number.isInteger(max) && max - min >= 5);
  return { min, max, step: whole ? 1 : (max - min) / 100 };
}
