import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readFormLayout } from './form-layout.ts';
import { aField, renderForm, said } from './form-test-kit.tsx';

const fields = [
  aField('text', { name: 'model', default: 'small' }),
  aField('text', { name: 'note' }),
  aField('number', { name: 'years', required: true }),
  aField('number', { name: 'cost', required: true }),
];

const layout = readFormLayout({
  groups: [
    { title: 'Money', description: 'All in euros.', fields: ['cost', 'years'], columns: 2 },
    { title: 'For operators', fields: ['model'], additional: true },
  ],
  fields: { cost: { label: 'Price', placeholder: '100' } },
  submitLabel: 'Calculate',
});

describe('a form with a layout', () => {
  it('groups its fields under titles, in its own words', () => {
    renderForm(fields, { layout });
    const money = screen.getByRole('group', { name: 'Money' });
    expect(money).toHaveAccessibleDescription('All in euros.');
    const [price, years] = within(money).getAllByRole('textbox');
    expect(price).toBe(screen.getByRole('textbox', { name: 'Price' }));
    expect(price).toHaveAttribute('placeholder', '100');
    expect(years).toBe(screen.getByRole('textbox', { name: 'Years' }));
    expect(screen.getByRole('textbox', { name: 'Note' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Calculate' })).toBeVisible();
  });

  it('leads to the first mistake in the order of the page', async () => {
    const { refused } = renderForm(fields, { layout, submitLabel: 'Send' });
    const summary = await refused();
    const mistakes = within(summary).getAllByRole('button');
    expect(mistakes.map((mistake) => mistake.textContent)).toEqual(['Price', 'Years']);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Price' })).toHaveFocus());
  });

  it('folds away what is for operators, and sends it all the same', async () => {
    const { user, submit } = renderForm(fields, { layout, submitLabel: 'Send' });
    const fold = screen.getByText('For operators').closest('details')!;
    expect(fold).not.toHaveAttribute('open');
    expect(within(fold).getByLabelText('Model')).toHaveValue('small');
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '5');
    await user.type(screen.getByRole('textbox', { name: 'Years' }), '2');
    expect(await submit()).toEqual({ model: 'small', years: 2, cost: 5 });
  });

  it('leaves that out of the page where it is embedded', () => {
    renderForm(fields, { layout, mode: 'embed' });
    expect(screen.queryByText('For operators')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Model')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Money' })).toBeVisible();
  });
});

it.each([
  ['A small one', 'Filled in: A small one.'],
  ['A whole sentence.', 'Filled in: A whole sentence.'],
  ['Why not?', 'Filled in: Why not?'],
])('the news of the example "%s" ends as a sentence does', async (label, news) => {
  const { user } = renderForm(fields, { examples: [{ label, input: { note: 'x' } }] });
  await user.click(screen.getByRole('button', { name: `Fill: ${label}` }));
  expect(said()).toBe(news);
});
