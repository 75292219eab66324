import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import type { FieldDefinition, FieldType, Values } from './field-definition.ts';
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx';

/** A field called after its type, with what the test is about. */
export function aField(type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const name = more.name ?? type;
  return { name, label: name.charAt(0).toUpperCase() + name.slice(1), type, required: false, ...more };
}

/** What screen readers were told last. */
export function said(): string {
  return screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .join('');
}

export function renderForm(fields: FieldDefinition[], props: Partial<SchemaFormProps> = {}) {
  const onSubmit = vi.fn<(values: Values) => unknown>();
  const view = renderAlone(<SchemaForm fields={fields} onSubmit={onSubmit} {...props} />);
  const press = () => view.user.click(screen.getByRole('button', { name: props.submitLabel ?? 'Submit' }));
  return {
    ...view,
    onSubmit,
    press,
    /** Presses the button and gives what was sent. */
    submit: async (): Promise<Values> => {
      onSubmit.mockClear();
      await press();
      await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
      return onSubmit.mock.calls[0]![0];
    },
    /** Presses the button, finds nothing sent, and gives the summary. */
    refused: async (): Promise<HTMLElement> => {
      onSubmit.mockClear();
      await press();
      const summary = await screen.findByRole('alert');
      await waitFor(() => expect(summary).toHaveTextContent('your attention'));
      expect(onSubmit).not.toHaveBeenCalled();
      return summary;
    },
  };
}
