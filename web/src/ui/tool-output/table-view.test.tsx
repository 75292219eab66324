import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { OutputContext } from './output-context.ts';
import { TableView } from './table-view.tsx';

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'amount', label: 'Amount', format: 'currency' as const },
];
const rows = [
  { name: 'Bolt', amount: 10 },
  { name: 'anchor', amount: 9.5 },
  { name: 'Chain', amount: null },
];

function show(given: Record<string, unknown>[] = rows) {
  return renderAlone(
    <OutputContext value={{ toolSlug: 'price-list' }}>
      <TableView title="Prices" columns={columns} rows={given} />
    </OutputContext>,
  );
}

const names = () =>
  within(screen.getByRole('table', { name: 'Prices' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

/** What the browser was handed to save. */
function catchDownload() {
  const saved: { name: string; blob: Blob }[] = [];
  let made: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:made';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: made });
  });
  return saved;
}

describe('a table of results', () => {
  it('sorts by a column with the keyboard: up, down, and back to the order of the tool', async () => {
    const { user } = show();
    const amount = screen.getByRole('button', { name: 'Amount' });
    expect(header('Amount')).not.toHaveAttribute('aria-sort');
    amount.focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['anchor', 'Bolt', 'Chain']);
    expect(header('Amount')).toHaveAttribute('aria-sort', 'ascending');
    await user.keyboard(' ');
    expect(names()).toEqual(['Bolt', 'anchor', 'Chain']);
    expect(header('Amount')).toHaveAttribute('aria-sort', 'descending');
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Bolt', 'anchor', 'Chain']);
    expect(header('Amount')).not.toHaveAttribute('aria-sort');
  });

  it('says on one column only that it is sorted', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['anchor', 'Bolt', 'Chain']);
    expect(header('Amount')).not.toHaveAttribute('aria-sort');
    expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  });

  it('shows the rows that contain a text and says how many', async () => {
    const { user } = show();
    await user.type(screen.getByRole('textbox', { name: 'Filter Prices' }), 'CH');
    await waitFor(() => expect(names()).toEqual(['anchor', 'Chain']));
    expect(screen.getByRole('status')).toHaveTextContent('2 rows found');
    await user.type(screen.getByRole('textbox'), 'xyz');
    expect(await screen.findByText('No row contains “CHxyz”.')).toBeVisible();
  });

  it('formats cells and tells what is missing', () => {
    show();
    const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(9.5);
    expect(screen.getByRole('cell', { name: money })).toBeVisible();
    expect(screen.getByRole('cell', { name: /Not given/ })).toBeInTheDocument();
  });

  it('can be reached by the keyboard to scroll', () => {
    show();
    expect(screen.getByRole('group', { name: 'Prices' })).toHaveAttribute('tabindex', '0');
  });

  it('exports what is filtered and sorted, under the name of the tool', async () => {
    const saved = catchDownload();
    const { user } = show([...rows, { name: '=cmd()', amount: -1 }]);
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.click(screen.getByRole('button', { name: 'Export CSV of Prices' }));
    expect(saved.map(({ name }) => name)).toEqual(['price-list-prices.csv']);
    const bytes = new Uint8Array(await saved[0]!.blob.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe("Name,Amount\r\n'=cmd(),-1\r\nanchor,9.5\r\nBolt,10\r\nChain,\r\n");
  });

  it('shows ten thousand rows a hundred at a time', async () => {
    const { user } = show(Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, amount: at })));
    expect(names()).toHaveLength(100);
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()[0]).toBe('n100');
    const count = new Intl.NumberFormat().format(10_000);
    expect(screen.getByText(`Rows 101–200 of ${count}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    expect(names()[0]).toBe('n9999');
  });

  it('without rows says so', () => {
    show([]);
    expect(screen.getByText('No rows.')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
