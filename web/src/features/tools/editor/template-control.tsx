import { Textarea, TextInput } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, useRef } from 'react';
import classes from './editor.module.css';
import { type Insertion, InsertMenu } from './insert-menu.tsx';

export type TemplateControlProps = {
  /** What it is called, also where the label is not shown. */
  spoken: string;
  label?: string;
  description?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** More than one line. */
  rows?: number;
  value: string;
  onChange: (value: string) => void;
  onBlur?: FocusEventHandler;
  error?: string;
  insertions: readonly Insertion[];
};

/** A text in which inputs and results can be inserted where the caret is. */
export function TemplateControl({ spoken, label, rows, onChange, insertions, ...rest }: TemplateControlProps) {
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  function insert(text: string) {
    const { value } = rest;
    const start = element.current?.selectionStart ?? value.length;
    const end = element.current?.selectionEnd ?? start;
    onChange(value.slice(0, start) + text + value.slice(end));
    // After the menu has gone: it gives the focus back to its button.
    setTimeout(() => {
      element.current?.focus();
      element.current?.setSelectionRange(start + text.length, start + text.length);
    });
  }

  const shared = {
    ...rest,
    label,
    'aria-label': label ? undefined : spoken,
    ref: element,
    autoComplete: 'off',
    spellCheck: rows !== undefined,
    classNames: { input: classes.code },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    rightSectionPointerEvents: 'all' as const,
    rightSection:
      insertions.length > 0 ? <InsertMenu into={spoken} insertions={insertions} onInsert={insert} /> : undefined,
  };
  if (rows === undefined) return <TextInput {...shared} />;
  return <Textarea {...shared} rows={rows} resize="vertical" rightSectionProps={{ className: classes.top }} />;
}
