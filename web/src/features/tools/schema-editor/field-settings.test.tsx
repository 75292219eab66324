import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { aField } from '#ui/schema-form/form-test-kit.tsx';
import { renderEditor, settings, toggle } from './schema-editor-kit.tsx';

async function open(...fields: FieldDefinition[]) {
  const view = renderEditor(fields);
  await view.user.click(toggle(0));
  const choose = async (label: string, option: string) => {
    await view.user.click(settings(0).getByRole('combobox', { name: label }));
    await view.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...view, choose, field: () => view.fields()[0]! };
}

describe('the settings of a field', () => {
  it('change the type, say what is lost, and bring it back', async () => {
    const before = aField('text', { name: 'size', pattern: '^a', max: 3 });
    const { user, choose, field } = await open(before);
    await choose('Type', 'Number');
    expect(field()).toEqual({ name: 'size', label: 'Size', type: 'number', required: false });
    expect(screen.getByText('A number field has no place for this: upper bound, pattern.')).toBeVisible();
    await user.type(settings(0).getByLabelText(/^Label/), 's');
    await user.click(screen.getByRole('button', { name: 'Undo: make it text again' }));
    expect(field()).toEqual({ ...before, label: 'Sizes' });
  });

  it('say how it is shown, whether it is required, and what it is for', async () => {
    const { user, choose, field } = await open(aField('text', { name: 'note' }));
    await choose('Shown as', 'Markdown');
    await user.click(settings(0).getByLabelText('Required'));
    await user.type(settings(0).getByLabelText('Description'), 'Why');
    expect(field()).toMatchObject({ variant: 'markdown', required: true, description: 'Why' });
    await choose('Shown as', 'One line');
    await user.clear(settings(0).getByLabelText('Description'));
    expect(field()).toEqual({ name: 'note', label: 'Note', type: 'text', required: true });
  });

  it('bound a number', async () => {
    const { user, field } = await open(aField('number', { name: 'age' }));
    await user.type(settings(0).getByLabelText('Smallest'), '18');
    await user.type(settings(0).getByLabelText('Largest'), '9');
    await user.click(settings(0).getByLabelText('Whole numbers only'));
    expect(field()).toMatchObject({ min: 18, max: 9, integer: true });
    expect(settings(0).getByLabelText('Largest')).toHaveAccessibleDescription('This lies below the lower bound.');
    await user.click(settings(0).getByLabelText('Whole numbers only'));
    expect(field()).not.toHaveProperty('integer');
  });

  it('take a default with the input of the field itself', async () => {
    const { user, field } = await open(aField('number', { name: 'age', max: 50 }));
    await user.type(settings(0).getByLabelText('Default'), '60');
    expect(field().default).toBe(60);
    expect(screen.getByText('The field itself would refuse this. At most 50.')).toBeVisible();
    await user.clear(settings(0).getByLabelText('Default'));
    expect(field()).not.toHaveProperty('default');
  });

  it('tell "no" from "no default" for yes or no', async () => {
    const { choose, field } = await open(aField('boolean', { name: 'loud' }));
    await choose('Default', 'No');
    expect(field().default).toBe(false);
    await choose('Default', 'None');
    expect(field()).not.toHaveProperty('default');
  });

  it('list options, whose label follows the value until it is edited', async () => {
    const { user, field } = await open(aField('enum', { name: 'colour', options: [] }));
    await user.click(screen.getByRole('button', { name: 'Add an option' }));
    await waitFor(() => expect(settings(0).getByLabelText('Value of option 1')).toHaveFocus());
    await user.keyboard('red');
    await user.type(settings(0).getByLabelText('Label of option 1'), 'dish');
    await user.type(settings(0).getByLabelText('Value of option 1'), '1');
    expect(field().options).toEqual([{ value: 'red1', label: 'reddish' }]);
  });

  it('take many options from pasted lines, into a box or into an option', async () => {
    const { user, field } = await open(aField('enum', { name: 'land', options: [{ value: 'de', label: 'Germany' }] }));
    await user.click(screen.getByRole('button', { name: 'Paste many' }));
    await user.click(screen.getByLabelText('One option per line'));
    await user.paste('fr | France\nde');
    await user.click(screen.getByRole('button', { name: 'Add 2' }));
    await user.click(settings(0).getByLabelText('Value of option 1'));
    await user.paste('it\nes');
    expect(field().options?.map(({ value, label }) => `${value}=${label}`)).toEqual([
      'de=Germany',
      'fr=France',
      'it=it',
      'es=es',
    ]);
  });

  it('move and remove options, and mark a value given twice', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    const { user, field } = await open(aField('enum', { name: 'pick', options }));
    await user.click(screen.getByRole('button', { name: 'Move option 3 up' }));
    await user.click(screen.getByRole('button', { name: 'Remove option 1' }));
    expect(field().options?.map(({ value }) => value)).toEqual(['c', 'b']);
    await user.clear(settings(0).getByLabelText('Value of option 2'));
    await user.type(settings(0).getByLabelText('Value of option 2'), 'c');
    expect(settings(0).getByLabelText('Value of option 2')).toHaveAccessibleDescription(
      'Another option has this value.',
    );
  });

  it('say in plain words what the server misses in options', async () => {
    const { say } = renderEditor([
      aField('enum', { name: 'pick', options: [{ value: '', label: '' }] }),
      aField('enum', { name: 'empty', options: [] }),
    ]);
    say([
      { path: ['fields', '0', 'options', '0', 'value'], message: 'Too small' },
      { path: ['fields', '1', 'options'], message: 'Too small' },
    ]);
    expect(settings(0).getByLabelText('Value of option 1')).toHaveAccessibleDescription('Give it a value.');
    expect(settings(1).getByText('Give at least one option.')).toBeVisible();
  });

  it('say of a list what its entries are', async () => {
    const { user, choose, field } = await open(aField('text', { name: 'tags' }));
    await choose('Type', 'List');
    const [, entries] = settings(0).getAllByRole('combobox', { name: 'Type' });
    await user.click(entries!);
    await user.click(await screen.findByRole('option', { name: 'E-mail' }));
    expect(field()).toMatchObject({ type: 'array', items: { name: 'item', label: 'Item', type: 'email' } });
    await user.type(settings(0).getByLabelText('Most entries'), '4');
    expect(field().max).toBe(4);
  });

  it('name the records that a relation points to', async () => {
    const { user, field } = await open(aField('relation', { name: 'who' }));
    await user.type(settings(0).getByLabelText('Type of records'), 'Cust');
    expect(settings(0).getByLabelText('Type of records')).toHaveAccessibleDescription(/Use small letters/);
    await user.clear(settings(0).getByLabelText('Type of records'));
    await user.type(settings(0).getByLabelText('Type of records'), 'customer');
    expect(field().entityType).toBe('customer');
  });

  it('show it only when a choice beside it has certain values, and follow that choice to a new name', async () => {
    const options = ['a', 'b'].map((value) => ({ value, label: value.toUpperCase() }));
    const { user, choose, field, fields } = await open(
      aField('text', { name: 'why' }),
      aField('enum', { name: 'kind', options }),
      aField('media', { name: 'scan' }),
    );
    await choose('Shown when', 'Kind');
    expect(field().visibleWhen).toEqual({ field: 'kind', in: ['a'] });
    await choose('is one of', 'B');
    expect(field().visibleWhen).toEqual({ field: 'kind', in: ['a', 'b'] });
    await user.click(toggle(1));
    await user.type(settings(1).getByLabelText(/^Name/), 's');
    expect(fields()[0]?.visibleWhen).toEqual({ field: 'kinds', in: ['a', 'b'] });
    await choose('Shown when', 'Always');
    expect(field()).not.toHaveProperty('visibleWhen');
  });

  it('ask for another field when the one of the condition is gone', async () => {
    const { user, choose, field } = await open(
      aField('text', { name: 'why', visibleWhen: { field: 'kind', in: ['a'] } }),
      aField('text', { name: 'kind' }),
    );
    await user.click(screen.getByRole('button', { name: 'Remove Kind' }));
    expect(screen.getByText('There is no usable field kind beside it. Choose another.')).toBeVisible();
    await choose('Shown when', 'Always');
    expect(field()).not.toHaveProperty('visibleWhen');
  });
});
