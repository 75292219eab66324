import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aField, renderForm, said } from '../form-test-kit.tsx';

const words = aField('array', { name: 'words', items: aField('text', { name: 'word' }) });
const people = aField('array', {
  name: 'people',
  variant: 'table',
  items: aField('object', {
    name: 'person',
    fields: [aField('text', { name: 'name', required: true }), aField('number', { name: 'age' })],
  }),
});

const word = (position: number) => screen.getByRole('textbox', { name: `Words, entry ${position}` });
const button = (name: string) => screen.getByRole('button', { name });

describe('a list', () => {
  it('grows by a button, and typing goes on in the new entry', async () => {
    const { user, submit } = renderForm([words]);
    expect(await submit()).toEqual({});
    await user.click(button('Add an entry to Words'));
    await waitFor(() => expect(word(1)).toHaveFocus());
    expect(said()).toBe('Entry 1 of Words added.');
    await user.keyboard('one');
    await user.click(button('Add an entry to Words'));
    await waitFor(() => expect(word(2)).toHaveFocus());
    await user.keyboard('two');
    expect(await submit()).toEqual({ words: ['one', 'two'] });
  });

  it('changes its order by the keyboard; focus stays with the entry that moved', async () => {
    const { user, submit } = renderForm([words], { defaultValues: { words: ['a', 'b', 'c'] } });
    expect(button('Move entry 1 of Words up')).toBeDisabled();
    button('Move entry 1 of Words down').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Move entry 2 of Words down')).toHaveFocus());
    expect(said()).toBe('Entry 1 of Words is now entry 2 of 3.');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Move entry 3 of Words up')).toHaveFocus());
    expect(await submit()).toEqual({ words: ['b', 'c', 'a'] });
  });

  it('shrinks, and focus goes to the next entry, then to the button that adds', async () => {
    const { user, submit } = renderForm([words], { defaultValues: { words: ['a', 'b'] } });
    await user.click(button('Remove entry 1 of Words'));
    expect(said()).toBe('Entry 1 of Words removed, 1 left.');
    await waitFor(() => expect(button('Remove entry 1 of Words')).toHaveFocus());
    expect(await submit()).toEqual({ words: ['b'] });
    await user.click(button('Remove entry 1 of Words'));
    await waitFor(() => expect(button('Add an entry to Words')).toHaveFocus());
    expect(await submit()).toEqual({});
  });

  it('keeps its bounds: too few is an error that goes away, too many cannot be added', async () => {
    const { user, submit, refused } = renderForm([{ ...words, required: true, min: 1, max: 2 }]);
    expect(await refused()).toHaveTextContent('Words: At least 1.');
    expect(screen.getByRole('group', { name: /^Words/ })).toHaveAccessibleDescription('At least 1.');
    await user.click(button('Add an entry to Words'));
    await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('At least 1.'));
    await user.type(word(1), 'x');
    expect(await submit()).toEqual({ words: ['x'] });
    await user.click(button('Add an entry to Words'));
    expect(button('Add an entry to Words')).toBeDisabled();
  });

  it('moves an error with its entry', async () => {
    const { user, refused } = renderForm([words], { defaultValues: { words: ['a'] } });
    await user.click(button('Add an entry to Words'));
    await refused();
    expect(word(2)).toBeInvalid();
    await user.click(button('Move entry 2 of Words up'));
    await waitFor(() => expect(word(1)).toBeInvalid());
    expect(word(2)).not.toBeInvalid();
  });

  it('holds records with lists inside', async () => {
    const order = aField('object', { name: 'order', fields: [aField('text', { name: 'note' }), words] });
    const { user, submit } = renderForm([aField('array', { name: 'orders', items: order })]);
    await user.click(button('Add an entry to Orders'));
    const entry = within(screen.getByRole('group', { name: 'Orders, entry 1' }));
    await user.type(entry.getByRole('textbox', { name: 'Note' }), 'soon');
    await user.click(entry.getByRole('button', { name: 'Add an entry to Words' }));
    await user.type(entry.getByRole('textbox', { name: 'Words, entry 1' }), 'deep');
    expect(await submit()).toEqual({ orders: [{ note: 'soon', words: ['deep'] }] });
  });
});

describe('a table', () => {
  it('has a column for each field and a row for each record', async () => {
    const { user, submit } = renderForm([people], { defaultValues: { people: [{ name: 'Ada', age: 36 }] } });
    const table = within(screen.getByRole('table', { name: 'People' }));
    expect(table.getByRole('columnheader', { name: 'Name' })).toBeVisible();
    expect(table.getByRole('textbox', { name: 'Age, row 1' })).toHaveValue('36');
    await user.click(button('Add an entry to People'));
    await user.type(screen.getByRole('textbox', { name: 'Name, row 2' }), 'Max');
    await user.click(button('Move entry 2 of People up'));
    expect(await submit()).toEqual({ people: [{ name: 'Max' }, { name: 'Ada', age: 36 }] });
  });

  it('is a list where a record does not fit a row', () => {
    const nested = aField('object', { name: 'deep', required: true, fields: [aField('text')] });
    const items = aField('object', { name: 'row', fields: [nested] });
    renderForm([aField('array', { variant: 'table', items })], { defaultValues: { array: [{}] } });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Array, entry 1' })).toBeVisible();
  });
});

describe('tags', () => {
  it('are texts, commas included', async () => {
    const items = aField('text', { name: 'tag' });
    const { user, submit } = renderForm([aField('array', { variant: 'tags', items })]);
    await user.type(screen.getByRole('combobox', { name: 'Array' }), 'red, green{Enter}blue{Enter}');
    expect(await submit()).toEqual({ array: ['red, green', 'blue'] });
  });

  it('are numbers where numbers are asked for', async () => {
    const items = aField('number', { name: 'tag', max: 10 });
    const { user, submit, refused } = renderForm([aField('array', { variant: 'tags', items })]);
    const input = screen.getByRole('combobox', { name: 'Array' });
    await user.type(input, '7{Enter}many{Enter}');
    expect(await refused()).toHaveTextContent('Entry 2: Write a number.');
    await user.type(input, '{Backspace}8{Enter}');
    expect(await submit()).toEqual({ array: [7, 8] });
  });

  it('are chosen from options where there are some', async () => {
    const options = ['north', 'south'].map((value) => ({ value, label: value.toUpperCase() }));
    const items = aField('enum', { name: 'tag', options });
    const { user, submit } = renderForm([aField('array', { variant: 'tags', items })]);
    await user.click(screen.getByRole('combobox', { name: 'Array' }));
    await user.click(await screen.findByRole('option', { name: 'SOUTH' }));
    expect(await submit()).toEqual({ array: ['south'] });
  });
});
