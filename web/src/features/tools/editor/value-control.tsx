import { useState } from 'react';
import type { Insertion } from './insert-menu.tsx';
import { fromTyped, toTyped } from './json-text.ts';
import { TemplateControl } from './template-control.tsx';

type ValueControlProps = {
  spoken: string;
  label?: string;
  description?: string;
  placeholder?: string;
  required?: boolean;
  value: unknown;
  /** Taken as it is typed, also when it looks like a number. */
  asText: boolean;
  onChange: (value: unknown) => void;
  error?: string;
  insertions: readonly Insertion[];
};

/** A value that is a text or any JSON. What is typed stays as typed, as long as it means the value. */
export function ValueControl({ value, asText, onChange, ...rest }: ValueControlProps) {
  const [typed, setTyped] = useState('');
  const read = asText ? (text: string) => text : fromTyped;
  const isCurrent = JSON.stringify(read(typed)) === JSON.stringify(value);
  const shown = asText && typeof value === 'string' ? value : toTyped(value);
  return (
    <TemplateControl
      {...rest}
      value={isCurrent ? typed : shown}
      onChange={(text) => {
        setTyped(text);
        onChange(text === '' ? undefined : read(text));
      }}
    />
  );
}
