import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { anEvent, connectFor, giveLayout, subscriptionsOf, tell } from './sessions-test-kit.tsx';

const session = {
  id: 'session-1',
  title: 'sum',
  startedBy: 'Ada Lovelace',
  createdAt: '2026-11-16T10:00:00.000Z',
  test: false,
};

beforeEach(() => {
  startFakeSockets();
  giveLayout();
  clientFor(`unused-${Math.random()}`);
});

type Options = { permissions?: string[]; fields?: FakeFields };

async function openEvents(search = '', { permissions = [], fields }: Options = {}) {
  startFakeServer({
    fields: {
      ...signedIn({ permissions: ['tools.tenant.read', ...permissions] }),
      tools: (args) => connectionOf([{ id: 'tool-sum', slug: 'sum', name: 'Sum' }], args),
      session: () => session,
      ...fields,
    },
  });
  const app = renderApp(`/t/demo/events${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Events' });
  const socket = await connectFor('toolEvents');
  const variables = () => subscriptionsOf(socket, 'toolEvents').at(-1)?.variables;
  return { ...app, socket, variables };
}

const rows = async () => {
  const list = await screen.findByRole('region', { name: 'Events, newest last' });
  return within(list).findAllByRole('listitem');
};
const row = async (number: number) => (await rows()).find((item) => item.dataset.event === `event-${number}`)!;
const toggle = async (number: number) => within(await row(number)).getAllByRole('button')[0]!;

describe('the page of events', () => {
  it('says what to do while nothing has happened', async () => {
    await openEvents();
    expect(screen.getByText('Waiting for the first event')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a tool to run' })).toHaveAttribute('href', '/t/demo/tools');
    expect(screen.getByText('Connected')).toBeVisible();
    expect(screen.getByText(/What you run, as it happens/)).toBeVisible();
  });

  it('shows what happened, when, with which tool, from where, by whom, and leads to the run', async () => {
    const { socket } = await openEvents('', { permissions: ['sessions.tenant.read'] });
    expect(screen.getByText(/What everybody in this tenant runs/)).toBeVisible();
    await tell(socket, 'toolEvents', [
      anEvent(1, { type: 'tool.failed', source: 'api', subSource: 'mcp', runId: 'run/1', test: true }),
      anEvent(2, { type: 'tool.brand_new', runId: null }),
    ]);
    const failed = within(await row(1));
    expect(failed.getByText('Failed')).toBeVisible();
    for (const text of ['sum', 'A program, over MCP', 'Ada Lovelace', 'Trial']) {
      expect(failed.getByText(text)).toBeVisible();
    }
    expect(failed.getByRole('link', { name: /^Run of Failed, sum/ })).toHaveAttribute('href', '/t/demo/runs/run%2F1');
    const unknown = within(await row(2));
    expect(unknown.getByText('Brand new')).toBeVisible();
    expect(unknown.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText(/^2 events\b/)).toBeVisible();
  });

  it('draws only the rows in sight of many, and says how many there are', async () => {
    const { socket } = await openEvents();
    const many = Array.from({ length: 3000 }, (_, index) => anEvent(index + 1));
    await tell(socket, 'toolEvents', many);
    expect(await screen.findByText(/^3,000 events\b/)).toBeVisible();
    expect((await rows()).length).toBeLessThan(60);
    expect(await row(3000)).toHaveAttribute('aria-setsize', '3000');
  });

  it('is walked with the arrow keys, one stop for Tab, and opens a payload with Enter', async () => {
    const { socket, user } = await openEvents();
    await tell(socket, 'toolEvents', [anEvent(1), anEvent(2), anEvent(3)]);
    (await toggle(3)).focus();
    await user.keyboard('{ArrowUp}');
    await waitFor(async () => expect(await toggle(2)).toHaveFocus());
    await user.keyboard('{Home}');
    await waitFor(async () => expect(await toggle(1)).toHaveFocus());
    expect(await toggle(1)).toHaveAttribute('tabindex', '0');
    expect(await toggle(3)).toHaveAttribute('tabindex', '-1');
    await user.keyboard('{Enter}');
    expect(await toggle(1)).toHaveAttribute('aria-expanded', 'true');
    expect(within(await row(1)).getByLabelText('payload as JSON')).toHaveTextContent('"a": 1');
    await user.keyboard('{Enter}');
    expect(within(await row(1)).queryByLabelText('payload as JSON')).not.toBeInTheDocument();
  });

  it('keeps its filters in the address and asks the server with them', async () => {
    const { variables } = await openEvents('?tool=sum&source=api&types=problems,nonsense&trials=1');
    expect(variables()?.filter).toEqual({
      toolSlug: 'sum',
      source: 'api',
      types: ['tool.failed', 'tool.denied', 'tool.refused', 'tool.cancelled'],
      includeTests: true,
    });
    expect(screen.getByRole('checkbox', { name: 'Problems' })).toBeChecked();
    expect(screen.getByText('No event fits so far')).toBeVisible();
  });

  describe('filtered by person', () => {
    const grace = { __typename: 'User', id: 'user-grace', name: 'Grace Hopper', email: 'grace@demo.test' };
    const fields: FakeFields = {
      members: (args) => connectionOf([{ id: 'member-grace', user: grace }], args),
      node: () => ({ ...grace, id: 'user-gone', name: 'Ida Rhodes' }),
    };
    const permissions = ['sessions.tenant.read', 'members.tenant.read'];

    it('asks the server for that person, and for everybody again, losing nothing', async () => {
      const { user, socket, address, variables } = await openEvents('', { permissions, fields });
      await tell(socket, 'toolEvents', [anEvent(1), anEvent(2)]);
      await rows();
      await user.click(screen.getByRole('combobox', { name: 'Filter by person' }));
      await user.click(await screen.findByRole('option', { name: /Grace Hopper/ }));
      expect(address()).toBe('/t/demo/events?person=user-grace');
      await waitFor(() => expect(variables()).toMatchObject({ after: 'cursor-1', filter: { userId: 'user-grace' } }));
      await tell(socket, 'toolEvents', [anEvent(2)]);
      expect(await screen.findByText(/^1 event\b/)).toBeVisible();
      // Choosing somebody a second time takes the choice back, by mouse and by keyboard.
      await user.click(screen.getByRole('combobox', { name: 'Filter by person' }));
      await user.click(await screen.findByRole('option', { name: /Grace Hopper/ }));
      expect(address()).toBe('/t/demo/events');
      await waitFor(() => expect(variables()).toMatchObject({ after: 'cursor-1', filter: null }));
      await tell(socket, 'toolEvents', [anEvent(2)]);
      expect(await screen.findByText(/^2 events\b/)).toBeVisible();
    });

    it('names whom the address names, also beyond the first members, and keeps their first event', async () => {
      const { user, socket, variables } = await openEvents('?person=user-gone', { permissions, fields });
      expect(variables()?.filter).toEqual({ userId: 'user-gone' });
      const patiently = { timeout: 5_000 };
      const person = screen.getByRole('combobox', { name: 'Filter by person' });
      await waitFor(() => expect(person).toHaveValue('Ida Rhodes'), patiently);
      await tell(socket, 'toolEvents', [anEvent(1)]);
      expect(await screen.findByText(/^1 event\b/, {}, patiently)).toBeVisible();
      await user.click(screen.getByRole('switch', { name: 'Include trials' }));
      await waitFor(() => expect(variables()?.filter).toEqual({ userId: 'user-gone', includeTests: true }), patiently);
      expect(await screen.findByText(/^1 event\b/, {}, patiently)).toBeVisible();
    });

    it('is only for those who see the events of others and know who they are', async () => {
      await openEvents('', { permissions: ['members.tenant.read'], fields });
      expect(screen.queryByRole('combobox', { name: 'Filter by person' })).not.toBeInTheDocument();
    });
  });

  it('looks again at everything since it was opened when the filter changes', async () => {
    const { socket, user, address, variables } = await openEvents();
    await tell(socket, 'toolEvents', [anEvent(1), anEvent(2, { type: 'tool.failed' })]);
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Problems' }));
    expect(address()).toBe('/t/demo/events?types=problems');
    await waitFor(() => expect(variables()).toMatchObject({ after: 'cursor-1', filter: { types: expect.any(Array) } }));
    await tell(socket, 'toolEvents', [anEvent(2, { type: 'tool.failed' })]);
    expect(await screen.findByText(/^1 event\b/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Problems' }));
    await waitFor(() => expect(variables()).toMatchObject({ after: 'cursor-1', filter: null }));
    await tell(socket, 'toolEvents', [anEvent(2, { type: 'tool.failed' })]);
    expect(await screen.findByText(/^2 events\b/)).toBeVisible();
  });

  it('says among how many events it looked for those that fit, and leads to older runs', async () => {
    const permissions = ['sessions.tenant.read'];
    const { socket, variables } = await openEvents('?tool=sum&source=api&types=problems', { permissions });
    expect(variables()).toMatchObject({ last: 500 });
    expect(screen.getByText(/^0 events among the last 500 of this tenant and those since\./)).toBeVisible();
    const older = () => screen.getByRole('link', { name: 'Find older runs' });
    expect(older()).toHaveAttribute('href', '/t/demo/runs?tool=sum&status=error&source=api');
    await tell(socket, 'toolEvents', [anEvent(1, { type: 'tool.failed', source: 'api' })]);
    expect(await screen.findByText(/^1 event among the last 500/)).toBeVisible();
  });

  it('says since when it looked once the filter has changed', async () => {
    const { user, socket, variables } = await openEvents('', { permissions: ['sessions.tenant.read'] });
    expect(variables()).toMatchObject({ last: 200 });
    await tell(socket, 'toolEvents', [anEvent(1), anEvent(2, { type: 'tool.completed' })]);
    expect(await screen.findByText(/^2 events$/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Find older runs' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Started' }));
    expect(await screen.findByText(/^1 event since .+\./)).toBeVisible();
  });

  it('says among how many it looked also to those who see only what is theirs', async () => {
    const { socket } = await openEvents();
    await tell(socket, 'toolEvents', [anEvent(1)]);
    expect(await screen.findByText(/^1 event among the last 200 of this tenant/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find older runs' })).toHaveAttribute('href', '/t/demo/runs');
  });

  it('pauses, counts what waits, and goes on', async () => {
    const { socket, user } = await openEvents();
    await tell(socket, 'toolEvents', [anEvent(1)]);
    await rows();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await tell(socket, 'toolEvents', [anEvent(2), anEvent(3)]);
    await user.click(await screen.findByRole('button', { name: 'Resume (2 waiting)' }));
    expect(await screen.findByText(/^3 events\b/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  it('shows a session from its first event, at an address of its own', async () => {
    const { socket, user, address } = await openEvents();
    await tell(socket, 'toolEvents', [anEvent(2)]);
    await user.click(within(await row(2)).getByRole('button', { name: /^Session of/ }));
    expect(address()).toBe('/t/demo/events?session=session-1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Session' }));
    await waitFor(() => expect(subscriptionsOf(socket, 'sessionEvents')).toHaveLength(1));
    await tell(socket, 'sessionEvents', [anEvent(1), anEvent(2)]);
    expect(await drawer.findAllByRole('listitem')).toHaveLength(2);
    expect(drawer.getByText(/Begun by Ada Lovelace/)).toBeVisible();
    expect(subscriptionsOf(socket, 'toolEvents')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/t/demo/events'));
  });

  it('says so when a session is not there for the reader', async () => {
    await openEvents('?session=gone', { fields: { session: () => null } });
    expect(await screen.findByText(/This session does not exist/)).toBeVisible();
  });

  it('tells of a lost connection, and of what may be missing', async () => {
    const { socket } = await openEvents();
    await act(async () => socket.close(1006));
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('Reconnecting')).toBeVisible();
    expect(main.getByRole('link', { name: 'Runs' })).toHaveAttribute('href', '/t/demo/runs');
    await connectFor('toolEvents', 2);
    expect(await main.findByText('Connected')).toBeVisible();
  });

  it('speaks a count now and then, not every row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { socket } = await openEvents();
      await tell(socket, 'toolEvents', [anEvent(1), anEvent(2)]);
      await rows();
      expect(screen.queryByText('2 new events')).not.toBeInTheDocument();
      await act(async () => vi.advanceTimersByTime(10_000));
      expect(screen.getByText('2 new events')).toHaveAttribute('role', 'status');
      await act(async () => vi.advanceTimersByTime(10_000));
      expect(screen.queryByText('2 new events')).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is closed to those who may not read tools, and not in their navigation', async () => {
    startFakeServer({ fields: signedIn({ permissions: [] }) });
    renderApp('/t/demo/events');
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Events' })).not.toBeInTheDocument();
  });

  it('is in the navigation, beside the numbers', async () => {
    await openEvents();
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(navigation.getByRole('link', { name: 'Events' })).toHaveAttribute('href', '/t/demo/events');
    expect(navigation.getByRole('link', { name: 'Usage' })).toHaveAttribute('href', '/t/demo/usage');
  });
});
