import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../field-definition.ts';
import { aField, renderForm } from '../form-test-kit.tsx';

const free = (name: string, more: Partial<FieldDefinition> = {}) =>
  aField('object', { name, variant: 'json', required: true, schema: { description: name }, ...more });

const box = (name: string) => screen.getByRole('textbox', { name });
const write = (name: string, text: string) => fireEvent.change(box(name), { target: { value: text } });

/** What no field describes, and what somebody would write. */
const SHAPES: [string, unknown][] = [
  ['record', { a: 1 }],
  ['union', 7],
  ['text', 'seven'],
  ['literal', 2],
  ['tuple', ['a', 1]],
  ['empty', ''],
  ['switch', false],
  ['deep', { within: { within: { within: 'x' } } }],
];

describe('a value that fields cannot describe', () => {
  it('has an input for each, and arrives as it was written', async () => {
    const { submit } = renderForm(SHAPES.map(([name]) => free(name, { label: `The ${name}` })));
    for (const [name, value] of SHAPES) write(`The ${name}`, JSON.stringify(value));
    expect(await submit()).toEqual(Object.fromEntries(SHAPES));
  });

  it('may lie in a group and in the entries of a list', async () => {
    const shape = free('shape', { label: 'Shape' });
    const group = aField('object', { name: 'drawing', required: true, fields: [shape] });
    const rows = aField('array', { name: 'rows', items: aField('object', { name: 'row', fields: [shape] }) });
    const given = { drawing: { shape: [1] }, rows: [{ shape: { kind: 'circle' } }] };
    const { submit } = renderForm([group, rows], { defaultValues: given });
    expect(screen.getAllByRole('textbox', { name: 'Shape' })).toHaveLength(2);
    expect(await submit()).toEqual(given);
  });

  it('shows what fits', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'number' } };
    const { user } = renderForm([free('rates', { label: 'Rates', schema })]);
    await user.click(screen.getByText('What fits into Rates'));
    const shown = screen.getByRole('region', { name: 'JSON Schema of Rates' });
    expect(shown).toBeVisible();
    expect(JSON.parse(shown.textContent)).toEqual(schema);
  });

  it('is refused while it is missing or no JSON', async () => {
    const { refused } = renderForm([free('rates', { label: 'Rates' }), free('other', { required: false })]);
    expect(await refused()).toHaveTextContent('Fill this in.');
    write('Rates', '{ "de": ');
    expect(await refused()).toHaveTextContent('This is not JSON yet');
    expect(box('Rates')).toBeInvalid();
    expect(box('Other')).toBeValid();
  });

  it('shows what the server says about any part of it', () => {
    const path = ['rates', 'de', '1'];
    renderForm([free('other', { label: 'Other' }), free('rates', { label: 'Rates' })], {
      defaultValues: { other: 1, rates: { de: [1, 'x'] } },
      serverErrors: [{ path, message: 'Write a number.' }],
    });
    expect(box('Rates')).toHaveAccessibleDescription('de, Entry 2: Write a number.');
    expect(box('Other')).toBeValid();
  });

  it('stays JSON whatever the layout of the form says', () => {
    const layout = { groups: [], fields: { rates: { variant: 'group' } } };
    renderForm([free('rates', { label: 'Rates' })], { layout });
    expect(box('Rates')).toBeVisible();
  });
});

describe('names that are no words', () => {
  it.each(['first-name', 'home.town', 'a[0]', 'a,b', 'a b', '"a"', '%', 'constructor', 'é', ''])(
    'hold their values: %s',
    async (name) => {
      const { user, submit } = renderForm([
        aField('text', { name, label: 'Odd' }),
        aField('object', { name: 'within', required: true, fields: [aField('text', { name, label: 'Inner' })] }),
      ]);
      await user.type(box('Odd'), 'one');
      await user.type(box('Inner'), 'two');
      expect(await submit()).toEqual({ [name]: 'one', within: { [name]: 'two' } });
    },
  );

  it('have their own errors', () => {
    renderForm(
      [aField('text', { name: 'home.town', label: 'Town' }), aField('text', { name: 'home', label: 'Home' })],
      {
        serverErrors: [{ path: ['home.town'], message: 'There is no such town.' }],
      },
    );
    expect(box('Town')).toHaveAccessibleDescription('There is no such town.');
    expect(box('Home')).toBeValid();
  });
});
