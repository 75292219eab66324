import { Input, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldOption } from '../field-definition.ts';
import type { BoundField } from '../use-field.ts';
import classes from './inputs.module.css';

type ChoiceFrameProps = BoundField & { children: ReactNode; below?: ReactNode };

/** Choices side by side under one name. The group itself carries the name: in a table or a list no label is shown. */
export function ChoiceFrame({ control, wrapper, children, below }: ChoiceFrameProps) {
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
        {children}
      </div>
      {below}
    </Input.Wrapper>
  );
}

/** The ids that Input.Wrapper gives to its texts. */
function describedBy({ id, description, error }: BoundField['wrapper']): string | undefined {
  const ids = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

type RadiosProps = BoundField & {
  options: readonly FieldOption[];
  chosen: string | null;
  onChoose: (value: string) => void;
};

export function Radios({ control, wrapper, options, chosen, onChoose }: RadiosProps) {
  return options.map(({ value, label }) => (
    <Radio
      key={value}
      // Several forms of the same fields may be on one page: only the id is unique.
      name={wrapper.id}
      value={value}
      label={label}
      checked={value === chosen}
      onChange={() => onChoose(value)}
      onBlur={control.onBlur}
    />
  ));
}
