import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../test/fake-server.ts';
import { aPage, aRun, connect, openApp, tell } from './executions-test-kit.tsx';

const table = () => screen.findByRole('table', { name: 'Runs, newest first' });
const news = { __typename: 'SessionEvent', id: 'event-9' };

describe('the page of runs', () => {
  it('tells of each run what ran, who asked, from where, how long it took and how it stands', async () => {
    const byAgent = aRun('run/2', {
      toolSlug: 'sum',
      status: 'ERROR',
      errorCode: 'TIMEOUT',
      source: 'API',
      subSource: 'mcp',
      durationMs: 80,
    });
    openApp('/t/demo/runs', { toolRuns: () => aPage([aRun('run-1'), byAgent]) });
    const rows = within(await table()).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(/weather.*Olive Owner.*A person in the app.*1\.2 s.*Done/);
    expect(rows[2]).toHaveTextContent(/sum.*A program, over MCP.*80 ms.*Failed/);
    expect(within(rows[2]!).getByRole('link', { name: 'sum' })).toHaveAttribute('href', '/t/demo/runs/run%2F2');
    expect(screen.getByRole('link', { name: 'Runs' })).toHaveAttribute('href', '/t/demo/runs');
  });

  it.each([
    ['APPROVAL_DENIED', 'Denied'],
    ['APPROVAL_EXPIRED', 'Expired'],
  ])('tells a call that people did not let pass from a failure: %s', async (errorCode, word) => {
    openApp('/t/demo/runs', { toolRuns: () => aPage([aRun('run-1', { status: 'ERROR', errorCode })]) });
    const [, row] = within(await table()).getAllByRole('row');
    expect(within(row!).getByText(word)).toBeVisible();
    expect(row).not.toHaveTextContent('Failed');
  });

  it('asks for what the address says, and keeps what is chosen in the address', async () => {
    const { server, user, address } = openApp('/t/demo/runs?tool=weather&status=error', {
      toolRuns: () => aPage([aRun('run-1')]),
    });
    await table();
    expect(server.of('RunsPageQuery')[0]?.variables?.filter).toEqual({ toolSlug: 'weather', status: 'ERROR' });
    await user.click(screen.getByRole('combobox', { name: 'Filter by source' }));
    await user.click(await screen.findByRole('option', { name: 'An agent' }));
    await waitFor(() => expect(address()).toBe('/t/demo/runs?tool=weather&status=error&source=agent'));
    await waitFor(() =>
      expect(server.of('RunsPageQuery').at(-1)?.variables?.filter).toMatchObject({ source: 'AGENT' }),
    );
    await user.click(screen.getByRole('combobox', { name: 'Filter by time' }));
    await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));
    await waitFor(() => expect(address()).toContain('since=week'));
    const ago = () => Date.now() - Date.parse(String(filterOf(server)?.since));
    await waitFor(() => expect(ago()).toBeLessThan(7 * 86_400_000 + 60_000));
    expect(ago()).toBeGreaterThanOrEqual(7 * 86_400_000);
  });

  it('says that it shows one session only, and lets go of it', async () => {
    const { server, user, address } = openApp('/t/demo/runs?session=s1', { toolRuns: () => aPage([aRun('run-1')]) });
    await table();
    expect(filterOf(server)).toEqual({ sessionId: 's1', includeSteps: true, includeTests: true });
    await user.click(screen.getByRole('button', { name: 'Show all sessions' }));
    await waitFor(() => expect(address()).toBe('/t/demo/runs'));
  });

  it('is read again when runs begin or end, however many at once', async () => {
    const runs = [aRun('run-1')];
    const { server } = openApp('/t/demo/runs', { toolRuns: () => aPage(runs) });
    await table();
    await connect();
    await tell('toolEvents', news);
    const asked = server.of('RunsPageQuery').length;
    runs.unshift(aRun('run-2', { toolSlug: 'fresh' }));
    await tell('toolEvents', news);
    await tell('toolEvents', news);
    expect(await screen.findByRole('link', { name: 'fresh' })).toBeVisible();
    expect(server.of('RunsPageQuery')).toHaveLength(asked + 1);
  });

  it('loads older runs on demand', async () => {
    const { user } = openApp('/t/demo/runs', {
      toolRuns: ({ after }) =>
        after
          ? aPage([aRun('run-2', { toolSlug: 'older' })], { totalCount: 2 })
          : aPage([aRun('run-1')], {
              totalCount: 2,
              pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'c' },
            }),
    });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'older' })).toBeVisible();
    expect(screen.getByText('2 runs')).toHaveFocus();
  });

  it('leads to the tools while nothing has been run', async () => {
    openApp('/t/demo/runs', {});
    expect(await screen.findByText('Nothing has been run yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the tools' })).toHaveAttribute('href', '/t/demo/tools');
  });

  it('offers to take the filters away when no run fits', async () => {
    const { user, address } = openApp('/t/demo/runs?status=cancelled', {});
    await user.click(await screen.findByRole('button', { name: 'Show all runs' }));
    await waitFor(() => expect(address()).toBe('/t/demo/runs'));
  });

  it('tells what went wrong, and tries again', async () => {
    let broken = true;
    const { user } = openApp('/t/demo/runs', {
      toolRuns: () => (broken ? refuse('UNAVAILABLE', 'Busy.') : aPage([aRun('run-1')])),
    });
    await screen.findByText('Toolcrib is busy');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await table()).toBeVisible();
  });

  it('is closed to those who may not see tools', async () => {
    const { server } = openApp('/t/demo/runs', {}, ['settings.tenant.read']);
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
    expect(server.of('RunsPageQuery')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Runs' })).not.toBeInTheDocument();
  });
});

function filterOf(server: ReturnType<typeof openApp>['server']) {
  return server.of('RunsPageQuery').at(-1)?.variables?.filter as Record<string, unknown> | undefined;
}
