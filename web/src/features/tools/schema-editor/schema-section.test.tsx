import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aField, said } from '#ui/schema-form/form-test-kit.tsx';
import { preview, renderEditor, rows, settings, toggle } from './schema-editor-kit.tsx';

const three = [aField('text', { name: 'one' }), aField('text', { name: 'two' }), aField('text', { name: 'three' })];
const button = (name: string) => screen.getByRole('button', { name });
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

afterEach(() => vi.restoreAllMocks());

describe('the fields of a tool', () => {
  it('are added from a menu of twelve types, by keyboard, with the focus in the label', async () => {
    const { user, fields } = renderEditor([]);
    expect(screen.getByText('No fields yet. The tool takes no input.')).toBeVisible();
    button('Add a field').focus();
    await user.keyboard('{Enter}');
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(12);
    expect(items[1]).toHaveTextContent('NumberAn amount, a price, a share');
    items[1]!.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(settings(0).getByLabelText(/^Label/)).toHaveFocus());
    expect(said()).toContain('Number field added as number 1.');
    await user.keyboard('Unit price');
    expect(fields()).toEqual([{ name: 'unitPrice', label: 'Unit price', type: 'number', required: false }]);
  });

  it('are named after their label until somebody edits the name, also after folding', async () => {
    const { user, fields } = renderEditor([aField('text', { name: 'price' })]);
    await user.click(button('Add a field'));
    await user.click(await screen.findByRole('menuitem', { name: /^Text/ }));
    await user.type(settings(1).getByLabelText(/^Label/), 'Price');
    expect(fields()[1]?.name).toBe('price2');
    await user.clear(settings(1).getByLabelText(/^Name/));
    await user.type(settings(1).getByLabelText(/^Name/), 'cost');
    await user.click(toggle(1));
    await user.click(toggle(1));
    await user.type(settings(1).getByLabelText(/^Label/), ' tag');
    expect(fields()[1]).toMatchObject({ label: 'Price tag', name: 'cost' });
  });

  it('keep a saved name when the label changes', async () => {
    const { user, fields } = renderEditor([aField('text', { name: 'price' })]);
    await user.click(toggle(0));
    await user.type(settings(0).getByLabelText(/^Label/), ' in euro');
    expect(fields()[0]).toMatchObject({ label: 'Price in euro', name: 'price' });
  });

  it('say at once when two have the same name, or a name cannot be used', async () => {
    const { user } = renderEditor(three);
    await user.click(toggle(1));
    const name = settings(1).getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'one');
    expect(name).toHaveAccessibleDescription(expect.stringContaining('Another field has this name.'));
    expect(toggle(0)).toHaveTextContent('1 problem');
    await user.type(name, ' more');
    expect(name).toHaveAccessibleDescription(expect.stringContaining('letters, digits and underscores'));
  });

  it('change places by keyboard, which is said, and the focus stays on the move', async () => {
    const { user, fields } = renderEditor(three);
    button('Move One down').focus();
    await user.keyboard('{Enter}');
    expect(names(fields())).toEqual(['two', 'one', 'three']);
    expect(said()).toContain('One is now number 2 of 3.');
    await waitFor(() => expect(button('Move One down')).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(names(fields())).toEqual(['two', 'three', 'one']);
    await waitFor(() => expect(button('Move One up')).toHaveFocus());
    expect(button('Move One down')).toBeDisabled();
    expect(button('Move Two up')).toBeDisabled();
  });

  it('change places by dragging their handle', async () => {
    const { fields } = renderEditor(three);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const entry = this.closest('ol > li');
      return new DOMRect(0, entry ? rows().indexOf(entry as HTMLElement) * 50 : 0, 200, 40);
    });
    const handle = rows()[0]!.querySelector('[aria-hidden="true"]')!;
    fireEvent.pointerDown(handle, { isPrimary: true, button: 0, clientX: 5, clientY: 5 });
    fireEvent.pointerMove(document, { isPrimary: true, clientX: 5, clientY: 20 });
    await waitFor(() => expect(rows()[0]!.className).toContain('dragged'));
    fireEvent.pointerMove(document, { isPrimary: true, clientX: 5, clientY: 105 });
    await waitFor(() => expect(rows()[1]!.style.transform).not.toBe(''));
    fireEvent.pointerUp(document, { isPrimary: true, clientX: 5, clientY: 105 });
    await waitFor(() => expect(names(fields())).toEqual(['two', 'three', 'one']));
    expect(said()).toContain('One is now number 3 of 3.');
  });

  it('stay open where they were when they move', async () => {
    const { user } = renderEditor(three);
    await user.click(toggle(0));
    await waitFor(() => expect(toggle(0)).toHaveAttribute('aria-expanded', 'true'));
    await user.click(button('Move One down'));
    await waitFor(() => expect(toggle(1)).toHaveAttribute('aria-expanded', 'true'));
    expect(toggle(0)).toHaveAttribute('aria-expanded', 'false');
  });

  it('are duplicated under a name of their own', async () => {
    const { user, fields } = renderEditor(three);
    await user.click(button('Duplicate One'));
    expect(names(fields())).toEqual(['one', 'one2', 'two', 'three']);
    expect(fields()[1]?.label).toBe('One copy');
    await waitFor(() => expect(settings(1).getByLabelText(/^Label/)).toHaveFocus());
  });

  it('are removed, with a way back', async () => {
    const { user, fields } = renderEditor(three);
    await user.click(button('Remove Two'));
    expect(names(fields())).toEqual(['one', 'three']);
    expect(said()).toContain('Two removed, 2 left.');
    await waitFor(() => expect(button('Remove Three')).toHaveFocus());
    await user.click(button('Undo'));
    expect(fields()).toEqual(three);
    await waitFor(() => expect(toggle(1)).toHaveFocus());
  });

  it('leave the focus on the way to a new one when the last is removed', async () => {
    const { user } = renderEditor([aField('text')]);
    await user.click(button('Remove Text'));
    await waitFor(() => expect(button('Add a field')).toHaveFocus());
  });

  it('nest in groups, and a condition there sees only its own neighbours', async () => {
    const { user, fields } = renderEditor([
      aField('text', { name: 'outside' }),
      aField('object', {
        name: 'who',
        fields: [aField('boolean', { name: 'known' }), aField('text', { name: 'first' })],
      }),
    ]);
    await user.click(toggle(1));
    const inside = within(screen.getByRole('list', { name: 'Fields of Who' }));
    await user.click(inside.getByRole('button', { name: /^First/ }));
    await user.click(inside.getByRole('combobox', { name: 'Shown when' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Always', 'Known']);
    await user.click(screen.getByRole('option', { name: 'Known' }));
    expect(fields()[1]?.fields?.[1]?.visibleWhen).toEqual({ field: 'known', in: [true] });
  });

  it('stop nesting where the API does', async () => {
    const deep = [1, 2, 3, 4].reduceRight(
      (inner, level) => aField('object', { name: `level${level}`, fields: [inner] }),
      aField('text', { name: 'deepest' }),
    );
    const { user } = renderEditor([deep]);
    for (const level of [1, 2, 3, 4])
      await user.click(screen.getByRole('button', { name: new RegExp(`^Level${level}`) }));
    await user.click(button('Add a field to Level4'));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(10);
  });
});

describe('what the server said', () => {
  const nested = [
    aField('text', { name: 'one' }),
    aField('object', { name: 'who', fields: [aField('text', { name: 'a' })] }),
  ];
  const problems = [
    { path: ['fields', '0', 'pattern'], message: 'This can take for ever.' },
    { path: ['fields', '1', 'fields', '0', 'label'], message: 'Give the field a label.' },
    { path: ['fields'], message: 'At most 200 fields.' },
    { path: ['name'], message: 'Not for here.' },
  ];

  it('opens the rows and stands at its inputs', async () => {
    const { say } = renderEditor(nested);
    say(problems);
    expect(await settings(0).findByLabelText('Pattern')).toHaveAccessibleDescription(/This can take for ever\./);
    const inside = within(screen.getByRole('list', { name: 'Fields of Who' }));
    expect(inside.getByLabelText(/^Label/)).toHaveAccessibleDescription('Give the field a label.');
    expect(screen.getByText('At most 200 fields.')).toHaveAttribute('role', 'alert');
    expect(screen.queryByText('Not for here.')).not.toBeInTheDocument();
  });

  it('goes with its field, and goes away once that is edited', async () => {
    const { user } = renderEditor(nested, { problems });
    await user.click(button('Move One down'));
    expect(toggle(1)).toHaveTextContent('1 problem');
    expect(settings(1).getByLabelText('Pattern')).toHaveAccessibleDescription(/This can take for ever\./);
    await user.type(settings(1).getByLabelText('Pattern'), 'a');
    expect(toggle(1)).not.toHaveTextContent('problem');
    expect(toggle(0)).toHaveTextContent('1 problem');
    await user.type(within(screen.getByRole('list', { name: 'Fields of Who' })).getByLabelText(/^Label/), 'b');
    expect(toggle(0)).not.toHaveTextContent('problem');
  });
});

describe('the preview', () => {
  it('follows the fields as one types, and sends nothing', async () => {
    const { user, fields, server } = renderEditor([aField('text', { name: 'city', required: true })]);
    await user.click(toggle(0));
    await user.type(settings(0).getByLabelText(/^Label/), ' name');
    const input = await preview().findByLabelText(/City name/);
    await user.type(input, 'Rome');
    await user.click(preview().getByRole('button', { name: 'Try the checks' }));
    expect(await preview().findByText('The tool would take these values. Nothing was sent.')).toBeVisible();
    expect(server.requests).toEqual([]);
    expect(fields()[0]).not.toHaveProperty('default');
  });

  it('leaves out what has no name yet, and says so', async () => {
    const { user } = renderEditor([aField('text', { name: 'city' })]);
    await user.click(button('Add a field'));
    await user.click(await screen.findByRole('menuitem', { name: /^Choice/ }));
    expect(await preview().findByText('1 field is not shown yet: give each a name of its own.')).toBeVisible();
    expect(rows()).toHaveLength(2);
  });
});
