import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '#ui/code-block.tsx';
import { type FieldDefinition, type FieldProblem, isRecord, type Values } from '#ui/schema-form/field-definition.ts';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import type { InputFormProps } from './input-form.tsx';

const WHOLE: FieldDefinition[] = [
  { name: 'input', label: 'Input as JSON', type: 'text', variant: 'code', required: true },
];

const write = (value: unknown) => ({ input: JSON.stringify(value, null, 2) });

/** For an input that nests too deep for a form. The server has the rules, so only the shape is checked here. */
export function JsonInputForm(props: Omit<InputFormProps, 'fields'>) {
  const { inputSchema, layout, examples, defaultValues, submitLabel, serverErrors, onSubmit } = props;
  const [problem, setProblem] = useState<FieldProblem[]>();

  function send({ input }: Values) {
    const read = readInput(String(input));
    setProblem(typeof read === 'string' ? [{ path: ['input'], message: read }] : undefined);
    if (typeof read !== 'string') onSubmit(read);
  }

  return (
    <Stack gap="sm">
      <Text c="dimmed">This input nests too deep for a form. Write it as JSON that fits the schema:</Text>
      <CodeBlock label="input schema" code={JSON.stringify(inputSchema, null, 2)} />
      <SchemaForm
        fields={WHOLE}
        examples={examples?.map(({ label, input }) => ({ label, input: write(input) }))}
        defaultValues={defaultValues && write(defaultValues)}
        serverErrors={problem ?? serverErrors?.map(({ path, message }) => ({ path: ['input', ...path], message }))}
        submitLabel={submitLabel ?? layout?.submitLabel}
        onSubmit={send}
      />
    </Stack>
  );
}

/** The input, or what keeps the text from being one. */
function readInput(text: string): Values | string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : 'Write an object: names and values in { }.';
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : 'check the brackets'}`;
  }
}
