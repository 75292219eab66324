import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import type { OverrideValues, OverrideWord } from './override-values.ts';
import { overrideHints, overrideLabels, shortPolicyLabels, visibilityLabels } from './override-words.ts';

type OverrideInputProps = {
  word: OverrideWord;
  /** Where the base leaves nothing to choose. */
  locked: boolean;
};

type Problem = { message?: unknown; [part: string]: unknown };

/** The server may name a part of the value, such as the label of one section. */
function firstMessage(problem: unknown): string | undefined {
  if (typeof problem !== 'object' || problem === null) return undefined;
  const { message, ref: _input, ...parts } = problem as Problem;
  if (typeof message === 'string') return message;
  return Object.values(parts).map(firstMessage).find(Boolean);
}

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const choices = { permissionPolicy: toOptions(shortPolicyLabels), visibility: toOptions(visibilityLabels) };

const rowsFor = (text: string) => Math.min(24, Math.max(5, text.split('\n').length));

export function OverrideInput({ word, locked }: OverrideInputProps) {
  const { control, setValue, formState } = useFormContext<OverrideValues>();
  const { field } = useController({ control, name: word });

  function change(value: unknown) {
    field.onChange(value);
    setValue(`own.${word}`, true);
  }

  const shared = {
    ref: field.ref,
    name: field.name,
    onBlur: field.onBlur,
    label: overrideLabels[word],
    description: overrideHints[word],
    error: firstMessage(formState.errors[word]),
  };
  if (word === 'enabled') {
    return (
      <Switch {...shared} checked={Boolean(field.value)} onChange={(event) => change(event.currentTarget.checked)} />
    );
  }
  if (word === 'permissionPolicy' || word === 'visibility') {
    return (
      <Select
        {...shared}
        data={choices[word]}
        value={String(field.value)}
        allowDeselect={false}
        disabled={locked}
        onChange={(value) => value && change(value)}
      />
    );
  }
  const typed = { value: String(field.value), autoComplete: 'off' };
  if (word === 'description' || word === 'outputSections') {
    return (
      <Textarea
        {...shared}
        {...typed}
        rows={rowsFor(typed.value)}
        resize="vertical"
        spellCheck={word === 'description'}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  return <TextInput {...shared} {...typed} onChange={(event) => change(event.currentTarget.value)} />;
}
