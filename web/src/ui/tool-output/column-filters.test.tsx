import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { ToolOutput } from './tool-output.tsx';

const rows = [
  { name: 'Bolt', state: 'open', tags: ['steel'], amount: 10, rate: 5, paid: true },
  { name: 'Anchor', state: 'closed', tags: ['iron', 'sea'], amount: 9, rate: 50, paid: false },
  { name: 'Chain', state: 'open', tags: [], amount: 10, rate: 95, paid: false },
];
const outputSchema = {
  type: 'object',
  properties: { bills: { type: 'array', items: { type: 'object', properties: { name: { title: 'Article' } } } } },
};
/** As the API tells them. */
const filters = [
  { name: 'paid', label: 'Paid', control: 'toggle' },
  { name: 'name', label: 'Article', control: 'text' },
  { name: 'state', label: 'State', control: 'select', options: ['open', 'closed'] },
  { name: 'tags', label: 'Tags', control: 'multi-select', options: ['steel', 'iron', 'sea', 'wood'] },
  { name: 'amount', label: 'Amount', control: 'number' },
  { name: 'rate', label: 'Rate', control: 'range', min: 0, max: 100 },
  { name: 'unshown', label: 'Unshown', control: 'text' },
];
const outputTables = [{ path: ['bills'], filters }];
const outputSections = [{ key: 'bills', label: 'Bills', type: 'table' }];

const show = (props: object = {}) =>
  renderAlone(
    <ToolOutput
      output={{ bills: rows }}
      outputSchema={outputSchema}
      outputSections={outputSections}
      outputTables={outputTables}
      {...props}
    />,
  );

async function openFilters(props?: object) {
  const view = show(props);
  await view.user.click(screen.getByRole('button', { name: 'Filters of Bills' }));
  return { ...view, panel: within(screen.getByRole('group', { name: 'Filters by column of Bills' })) };
}

const names = () =>
  within(screen.getByRole('table', { name: 'Bills' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
const leaves = (...left: string[]) => waitFor(() => expect(names()).toEqual(left));

describe('the columns of a table', () => {
  it('are filtered by what is written in them, under the name they have in the table', async () => {
    const { user, panel } = await openFilters();
    await user.type(panel.getByRole('textbox', { name: 'Article' }), 'CH');
    await leaves('Anchor', 'Chain');
    expect(screen.getByRole('status')).toHaveTextContent('2 rows found');
  });

  it('offer one of few options', async () => {
    const { user, panel } = await openFilters();
    await user.click(panel.getByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'closed' }));
    await leaves('Anchor');
  });

  it('offer several of many options', async () => {
    const { user, panel } = await openFilters();
    await user.click(panel.getByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name: 'steel' }));
    await user.click(await screen.findByRole('option', { name: 'sea' }));
    await leaves('Bolt', 'Anchor');
  });

  it('are filtered by one number, and by a range of them', async () => {
    const { user, panel } = await openFilters();
    await user.type(panel.getByRole('textbox', { name: 'Amount' }), '10');
    await leaves('Bolt', 'Chain');
    await user.type(panel.getByRole('textbox', { name: 'Rate, from' }), '50');
    await leaves('Chain');
    await user.clear(panel.getByRole('textbox', { name: 'Amount' }));
    await leaves('Anchor', 'Chain');
    await user.type(panel.getByRole('textbox', { name: 'Rate, to' }), '60');
    await leaves('Anchor');
  });

  it('are filtered by yes or no', async () => {
    const { user, panel } = await openFilters();
    const paid = within(panel.getByRole('radiogroup', { name: 'Paid' }));
    await user.click(paid.getByRole('radio', { name: 'No' }));
    await leaves('Anchor', 'Chain');
    await user.click(paid.getByRole('radio', { name: 'Any' }));
    await leaves('Bolt', 'Anchor', 'Chain');
  });

  it('say how many filters are in use while folded away, and forget them on demand', async () => {
    const { user, panel } = await openFilters();
    await user.type(panel.getByRole('textbox', { name: 'Article' }), 'nothing like it');
    expect(await screen.findByText('No row fits the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Filters (1) of Bills' }));
    expect(screen.queryByRole('group', { name: 'Filters by column of Bills' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await leaves('Bolt', 'Anchor', 'Chain');
    expect(screen.getByRole('button', { name: 'Filters of Bills' })).toHaveFocus();
  });

  it('have filters only where they are shown, in the order of the table', async () => {
    const { panel } = await openFilters();
    expect(panel.queryByLabelText('Unshown')).not.toBeInTheDocument();
    const first = panel.getByRole('textbox', { name: 'Article' });
    const second = panel.getByRole('combobox', { name: 'State' });
    expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('have filters also where the output is drawn by its shape alone', async () => {
    const flat = rows.map(({ tags: _tags, ...row }) => row);
    const { user, panel } = await openFilters({ output: { bills: flat }, outputSections: [] });
    await user.type(panel.getByRole('textbox', { name: 'Article' }), 'bolt');
    await leaves('Bolt');
  });

  it('have none when nothing is known of their rows', () => {
    show({ outputTables: [] });
    expect(screen.queryByRole('button', { name: /^Filters/ })).not.toBeInTheDocument();
  });
});
