import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aField, renderForm } from './form-test-kit.tsx';
import type { CarriedValues } from './use-carried-values.ts';

const fields = [aField('text'), aField('object', { variant: 'json' })];
const box = (name: string) => screen.getByRole('textbox', { name });

describe('what is typed into a form whose values are carried', () => {
  it('is there when the form comes back, also what is not JSON yet, and Reset leads to the values given', async () => {
    const carried: CarriedValues = { current: undefined };
    const defaultValues = { text: 'asked' };
    const { user } = renderForm(fields, { carried, defaultValues });
    await user.type(box('Text'), ' and typed');
    await user.type(box('Object'), '{{"half":');
    cleanup();

    const again = renderForm(fields, { carried, defaultValues });
    expect(box('Text')).toHaveValue('asked and typed');
    expect(box('Object')).toHaveValue('{"half":');
    await again.user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(box('Text')).toHaveValue('asked');
    expect(box('Object')).toHaveValue('');
  });

  it('goes on in the fields that are still there when others take their place', async () => {
    const carried: CarriedValues = { current: undefined };
    const { user } = renderForm(fields, { carried });
    await user.type(box('Text'), 'kept');
    cleanup();

    const { submit } = renderForm([aField('text'), aField('email')], { carried });
    expect(box('Text')).toHaveValue('kept');
    expect(await submit()).toEqual({ text: 'kept' });
  });
});
