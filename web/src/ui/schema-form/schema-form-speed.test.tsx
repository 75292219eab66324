import { TextInput } from '@mantine/core';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bootstrapFieldRegistry } from './bootstrap-field-registry.ts';
import type { FieldInputProps } from './field-registry.ts';
import { aField, renderForm } from './form-test-kit.tsx';
import { useField } from './use-field.ts';

const fields = Array.from({ length: 200 }, (_, at) =>
  aField('text', {
    name: `field${at}`,
    required: at === 199,
    visibleWhen: at % 10 === 5 ? { field: 'field0', in: ['show'] } : undefined,
  }),
);

const renders = new Map<string, number>();

function Counted(props: FieldInputProps) {
  const { control, wrapper } = useField(props);
  renders.set(props.path, (renders.get(props.path) ?? 0) + 1);
  return <TextInput {...control} {...wrapper} />;
}

const { text } = bootstrapFieldRegistry();
const registry = bootstrapFieldRegistry({ text: { ...text, input: Counted } });
const total = () => [...renders.values()].reduce((sum, count) => sum + count, 0);

// By name: asking for labels among two hundred takes seconds in this DOM.
const find = (at: number) => document.querySelector<HTMLInputElement>(`input[name="$field${at}"]`);
const input = (at: number) => find(at)!;
const allMounted = () => waitFor(() => expect(find(199)).toBeInTheDocument());

async function renderLongForm() {
  const view = renderForm(fields, { registry });
  await allMounted();
  renders.clear();
  return view;
}

describe('a form of two hundred fields', () => {
  it('shows the first inputs before the last ones', async () => {
    renderForm(fields, { registry });
    expect(input(0)).toBeInTheDocument();
    expect(find(199)).not.toBeInTheDocument();
    await allMounted();
  });

  it('renders one input for a key stroke, not all', async () => {
    await renderLongForm();
    fireEvent.change(input(7), { target: { value: 'a' } });
    fireEvent.change(input(7), { target: { value: 'ab' } });
    fireEvent.change(input(7), { target: { value: 'abc' } });
    await waitFor(() => expect(input(7)).toHaveValue('abc'));
    expect([...renders.keys()]).toEqual(['$field7']);
    expect(total()).toBeLessThanOrEqual(6);
  });

  it('does so as well after a refused attempt, when each change is checked', async () => {
    const { refused } = await renderLongForm();
    await refused();
    renders.clear();
    fireEvent.change(input(7), { target: { value: 'a' } });
    fireEvent.change(input(7), { target: { value: 'ab' } });
    await waitFor(() => expect(input(7)).toHaveValue('ab'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([...renders.keys()]).toEqual(['$field7']);
    expect(total()).toBeLessThanOrEqual(6);
  });

  it('renders only what a condition shows', async () => {
    await renderLongForm();
    fireEvent.change(input(0), { target: { value: 'show' } });
    await waitFor(() => expect(find(5)).toBeInTheDocument());
    expect(renders.size).toBe(1 + 20);
  });

  it('leads to a mistake far below', async () => {
    const { press } = renderForm(fields, { registry });
    await press();
    await waitFor(() => expect(input(199)).toHaveFocus());
  });
});
