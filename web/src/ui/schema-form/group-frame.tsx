import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { FieldDefinition } from './field-definition.ts';
import classes from './inputs/inputs.module.css';

export type GroupFrameProps = {
  field: FieldDefinition;
  spokenLabel?: string;
  error: string | undefined;
  children: ReactNode;
};

/** Several inputs under one name: a fieldset, so that screen readers say the name with each of them. */
export function GroupFrame({ field, spokenLabel, error, children }: GroupFrameProps) {
  const id = useId();
  const description = field.description && spokenLabel === undefined ? `${id}-description` : undefined;
  const problem = error ? `${id}-error` : undefined;
  return (
    <fieldset
      className={classes.group}
      aria-label={spokenLabel}
      aria-describedby={[description, problem].filter(Boolean).join(' ') || undefined}
    >
      {spokenLabel === undefined && (
        <Input.Label component="legend" required={field.required}>
          {field.label}
        </Input.Label>
      )}
      {description && (
        <Input.Description id={description} mb="xs">
          {field.description}
        </Input.Description>
      )}
      {children}
      {error && (
        <Input.Error id={problem} mt="xs">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
