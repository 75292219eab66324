import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { toDay } from './usage-question.ts';

const today = toDay(new Date());
const aRow = (key: string, runs: number, errors: number) => ({
  key,
  runs,
  errors,
  declined: 3,
  cancelled: 1,
  p50Ms: 12,
  p95Ms: 3400,
  p99Ms: 5000,
});

const busy = {
  total: aRow('total', 40, 5),
  byTool: [aRow('sum', 30, 1), aRow('mail', 10, 4)],
  bySource: [aRow('web', 25, 1), aRow('api', 15, 4)],
  byDay: [aRow(today, 40, 5)],
};
const quiet = {
  total: { ...aRow('total', 0, 0), p50Ms: null, p95Ms: null, p99Ms: null },
  byTool: [],
  bySource: [],
  byDay: [],
};

beforeEach(() => {
  startFakeSockets();
  // Without layout there is no room to draw in.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 280));
  clientFor(`unused-${Math.random()}`);
});

async function openUsage(search = '', toolUsage: FakeFields[string] = () => busy) {
  const server = startFakeServer({
    fields: {
      ...signedIn({ permissions: ['tools.tenant.read'] }),
      tools: (args) => connectionOf([{ id: 'tool-sum', slug: 'sum', name: 'Sum' }], args),
      toolUsage,
    },
  });
  const app = renderApp(`/t/demo/usage${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Usage' });
  const asked = () => server.of('UsagePageQuery').at(-1)?.variables;
  return { ...app, server, asked };
}

const numberOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('the page of usage', () => {
  it('shows runs, the share of failures, what was declined apart from them, and the times', async () => {
    await openUsage();
    await screen.findByText('Half took at most');
    expect(numberOf('Runs')).toHaveTextContent('40');
    expect(numberOf('Error rate')).toHaveTextContent('12.5 %');
    expect(numberOf('Denied or expired')).toHaveTextContent('3');
    expect(numberOf('Half took at most')).toHaveTextContent('12 ms');
    expect(numberOf('95 of 100 took at most')).toHaveTextContent('3.4 s');
  });

  it('draws runs and times by day, each also as a table with every day of the span', async () => {
    const { user } = await openUsage('?days=7');
    expect(await screen.findByRole('img', { name: /^Runs by day\. Bar chart by day, 7 points/ })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Time taken by day\. Line chart/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show as table: Runs by day' }));
    const table = within(screen.getByRole('table', { name: 'Runs by day, data' }));
    expect(table.getAllByRole('row')).toHaveLength(8);
    expect(table.getByRole('cell', { name: '40' })).toBeVisible();
  });

  it.each([
    ['tool', 'sum'],
    ['source', 'A program'],
  ])('draws runs and times by %s', async (by, name) => {
    const { user } = await openUsage();
    const runs = new RegExp(`^Runs by ${by}\\. Bar chart by ${by}, 2 points\\. Runs: from`);
    expect(await screen.findByRole('img', { name: runs })).toBeVisible();
    expect(screen.getByRole('img', { name: new RegExp(`^Time taken by ${by}\\. .*Median, ms: 12`) })).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Show as table: Time taken by ${by}` }));
    const table = within(screen.getByRole('table', { name: `Time taken by ${by}, data` }));
    expect(table.getByRole('cell', { name })).toBeVisible();
    expect(table.getAllByRole('cell', { name: '3,400' })).toHaveLength(2);
  });

  it('draws the most used of very many tools, and lists all of them', async () => {
    const byTool = Array.from({ length: 15 }, (_, at) => aRow(`tool-${at}`, 20 - at, 0));
    await openUsage('', () => ({ ...busy, byTool }));
    expect(await screen.findByRole('img', { name: /^Runs by tool\. Bar chart by tool, 12 points/ })).toBeVisible();
    expect(screen.getByText('The 12 most used are drawn; the table has all 15.')).toBeVisible();
  });

  it('lists tools and sources, sorted as one likes', async () => {
    const { user } = await openUsage();
    const tools = within(await screen.findByRole('table', { name: 'By tool' }));
    const names = () => tools.getAllByRole('row').map((row) => row.querySelector('td')?.textContent);
    expect(names().slice(1)).toEqual(['sum', 'mail']);
    await user.click(tools.getByRole('button', { name: 'Runs' }));
    await waitFor(() => expect(names().slice(1)).toEqual(['mail', 'sum']));
    const sources = within(screen.getByRole('table', { name: 'By source' }));
    expect(sources.getByRole('cell', { name: 'A program' })).toBeVisible();
  });

  it('keeps span and filters in the address and asks with them', async () => {
    const { user, address, asked } = await openUsage('?tool=sum&source=api');
    await screen.findByText('Half took at most');
    expect(asked()).toMatchObject({ toolSlug: 'sum', source: 'API', until: null });
    await user.click(screen.getByLabelText('7 days'));
    expect(address()).toBe('/t/demo/usage?days=7&tool=sum&source=api');
    const since = new Date(Date.parse(today) - 6 * 86_400_000).toISOString();
    await waitFor(() => expect(asked()?.since).toBe(since));
  });

  it('begins a span of its own as the one shown, and explains days that do not work', async () => {
    const { user, server, asked, address } = await openUsage('?days=7');
    await user.click(screen.getByLabelText('Custom'));
    expect(await screen.findByLabelText('Last day')).toHaveValue(today);
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    choose('First day', '2026-01-09');
    await waitFor(() => expect(address()).toContain('from=2026-01-09'));
    choose('Last day', '2026-01-05');
    await waitFor(() =>
      expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(
        'The first day must come before the last.',
      ),
    );
    const before = server.of('UsagePageQuery').length;
    choose('First day', '2026-01-01');
    await waitFor(() => expect(server.of('UsagePageQuery')).toHaveLength(before + 1));
    expect(asked()).toMatchObject({ since: '2026-01-01T00:00:00.000Z', until: '2026-01-06T00:00:00.000Z' });
  });

  it.each([
    ['', 'Nothing was run in these days'],
    ['?tool=sum', 'No run fits'],
  ])('says what to do when there is nothing to count %j', async (search, words) => {
    await openUsage(search, () => quiet);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('explains a failure and tries again', async () => {
    let fails = true;
    const { user } = await openUsage('', () => (fails ? refuse('UNAVAILABLE', 'Away.') : busy));
    fails = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Half took at most')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is closed to those who may not read tools', async () => {
    startFakeServer({ fields: signedIn({ permissions: [] }) });
    renderApp('/t/demo/usage');
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
  });
});
