import { Stack, Text } from '@mantine/core';
import { useController } from 'react-hook-form';
import type { Pair } from '../execution-values.ts';
import type { Insertion } from '../insert-menu.tsx';
import { ListError, Place } from '../place.tsx';
import { useError } from '../use-error.ts';
import { ValueControl } from '../value-control.tsx';
import type { StepTool } from './step-tools.ts';

type StepField = StepTool['fields'][number];
type StepInputsProps = { name: string; spoken: string; tool: StepTool | undefined; insertions: readonly Insertion[] };

const NOT_TEXT = new Set(['number', 'boolean', 'object', 'array', 'media']);

/** A row for each input of the tool, and for whatever else is given to it. */
export function StepInputs({ name, spoken, tool, insertions }: StepInputsProps) {
  const { field } = useController({ name });
  const pairs: Pair[] = field.value;
  const fields = tool?.fields ?? [];
  const foreign = pairs.filter((pair) => !fields.some((each) => each.name === pair.name));

  function change(changed: string, value: unknown) {
    const index = pairs.findIndex((pair) => pair.name === changed);
    const others = pairs.filter((pair) => pair.name !== changed);
    if (value === undefined) field.onChange(others);
    else if (index < 0) field.onChange([...pairs, { name: changed, value }]);
    else field.onChange(pairs.with(index, { name: changed, value }));
  }

  const row = (input: string, definition: StepField | undefined) => {
    const index = pairs.findIndex((pair) => pair.name === input);
    return (
      <InputRow
        key={input}
        path={index < 0 ? `${name}.${input}` : `${name}.${index}`}
        spoken={`${definition?.label ?? input} of ${spoken}`}
        input={input}
        field={definition}
        isForeign={tool !== undefined && definition === undefined}
        value={pairs[index]?.value}
        insertions={insertions}
        onChange={(value) => change(input, value)}
      />
    );
  };

  return (
    <Place name={name}>
      <Stack gap="xs">
        {tool && fields.length === 0 && pairs.length === 0 && (
          <Text size="sm" c="dimmed">
            This tool takes no input.
          </Text>
        )}
        {fields.map((definition) => row(definition.name, definition))}
        {foreign.map((pair) => row(pair.name, undefined))}
        <ListError name={name} />
      </Stack>
    </Place>
  );
}

type InputRowProps = {
  path: string;
  spoken: string;
  input: string;
  field: StepField | undefined;
  /** The tool has no such input. */
  isForeign: boolean;
  value: unknown;
  insertions: readonly Insertion[];
  onChange: (value: unknown) => void;
};

function InputRow({ path, spoken, input, field, isForeign, value, insertions, onChange }: InputRowProps) {
  const hint = isForeign ? 'The tool has no such input. Empty it to take it out.' : field?.description;
  return (
    <Place name={path}>
      <ValueControl
        label={field?.label ?? input}
        spoken={spoken}
        description={hint ?? undefined}
        required={field?.required}
        value={value}
        asText={field !== undefined && !NOT_TEXT.has(field.type)}
        insertions={insertions}
        error={useError(path)}
        onChange={onChange}
      />
    </Place>
  );
}
