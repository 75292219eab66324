import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { focusInside } from '#ui/schema-form/focus-field.ts';
import classes from './editor.module.css';
import type { Pair } from './execution-values.ts';
import type { Insertion } from './insert-menu.tsx';
import { ListError, Place } from './place.tsx';
import { useError } from './use-error.ts';
import { ValueControl } from './value-control.tsx';

type PairRowsProps = {
  name: string;
  label: string;
  description: string;
  /** What one row is: "header". */
  noun: string;
  asText: boolean;
  insertions: readonly Insertion[];
};

/** Names with values, such as headers. */
export function PairRows({ name, label, description, noun, asText, insertions }: PairRowsProps) {
  const root = useRef<HTMLDivElement>(null);
  const { field } = useController({ name });
  const pairs: Pair[] = field.value;

  function add() {
    field.onChange([...pairs, { name: '', value: '' }]);
    requestAnimationFrame(() => focusInside(root.current?.querySelector(`[data-pair="${pairs.length}"]`) ?? null));
  }

  function remove(index: number) {
    field.onChange(pairs.toSpliced(index, 1));
    root.current?.querySelector<HTMLElement>('[data-add-pair]')?.focus();
  }

  return (
    <Place name={name}>
      <Input.Wrapper label={label} description={description} labelElement="div">
        <Stack gap="xs" mt="xs" ref={root}>
          {pairs.map((pair, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and never change places
              key={index}
              path={`${name}.${index}`}
              spoken={`${noun} ${index + 1}`}
              index={index}
              pair={pair}
              asText={asText}
              insertions={insertions}
              onChange={(changed) => field.onChange(pairs.with(index, changed))}
              onRemove={() => remove(index)}
            />
          ))}
          <ListError name={name} />
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              data-add-pair
              onClick={add}
            >
              Add {noun}
            </Button>
          </div>
        </Stack>
      </Input.Wrapper>
    </Place>
  );
}

type RowProps = {
  path: string;
  spoken: string;
  index: number;
  pair: Pair;
  asText: boolean;
  insertions: readonly Insertion[];
  onChange: (pair: Pair) => void;
  onRemove: () => void;
};

function Row({ path, spoken, index, pair, asText, insertions, onChange, onRemove }: RowProps) {
  const error = useError(path);
  const nameError = useError(`${path}.name`);
  return (
    <Place name={path}>
      <div className={classes.pair} data-pair={index} data-field-path={`${path}.name`}>
        <TextInput
          aria-label={`Name of ${spoken}`}
          placeholder="Name"
          value={pair.name}
          spellCheck={false}
          autoComplete="off"
          error={nameError}
          onChange={(event) => onChange({ ...pair, name: event.currentTarget.value })}
        />
        <ValueControl
          spoken={`Value of ${spoken}`}
          placeholder="Value"
          value={pair.value}
          asText={asText}
          insertions={insertions}
          error={error}
          onChange={(value) => onChange({ ...pair, value: value ?? '' })}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${spoken}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </div>
    </Place>
  );
}
