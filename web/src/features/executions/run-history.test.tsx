import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { aPage, aRun, connect, openApp, runner, tell } from './executions-test-kit.tsx';

function openHistory(fields: FakeFields, permissions = runner) {
  const tool = () => aTool('acme:weather', { name: 'Weather' });
  return openApp('/t/demo/tools/acme%3Aweather', { tool, ...fields }, permissions);
}

const history = async () => within(await screen.findByRole('region', { name: 'Runs' }));

describe('the history of a tool', () => {
  it('lists the latest runs of this tool and leads to each and to all', async () => {
    const { server } = openHistory({ toolRuns: () => aPage([aRun('run-1', { status: 'CANCELLED' })]) });
    const card = await history();
    const row = (await card.findAllByRole('row'))[1]!;
    expect(row).toHaveTextContent(/Olive Owner.*A person in the app.*1\.2 s.*Cancelled/);
    expect(within(row).getByRole('link', { name: /by Olive Owner/ })).toHaveAttribute('href', '/t/demo/runs/run-1');
    expect(card.getByRole('link', { name: 'All runs of this tool' })).toHaveAttribute(
      'href',
      '/t/demo/runs?tool=acme%3Aweather',
    );
    expect(server.of('RunHistoryQuery')[0]?.variables).toEqual({ filter: { toolSlug: 'acme:weather' } });
  });

  it('is read again when somebody else runs the tool, and hears of no other tool', async () => {
    const runs: object[] = [];
    openHistory({ toolRuns: () => aPage(runs) });
    const card = await history();
    await card.findByText('No runs yet');
    await connect();
    runs.push(aRun('run-1'));
    await tell('toolEvents', { __typename: 'SessionEvent', id: 'event-1' });
    expect(await card.findByText('Done')).toBeVisible();
    const asked = FakeSocket.latest().sent.map(({ payload }) => JSON.stringify(payload ?? ''));
    expect(asked.filter((payload) => payload.includes('toolEvents('))).toEqual([
      expect.stringContaining('"toolSlug":"acme:weather"'),
    ]);
  });

  it.each([
    [runner, 'Your latest.'],
    [[...runner, 'sessions.tenant.read'], 'The latest of everybody.'],
  ])('says whose runs they are: %j', async (permissions, words) => {
    openHistory({}, permissions);
    expect(await (await history()).findByText(words)).toBeVisible();
  });

  it('fails alone: the tool can still be used', async () => {
    openHistory({ toolRuns: () => refuse('UNAVAILABLE', 'Busy.') });
    expect(await (await history()).findByText('Toolcrib is busy')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run' })).toBeVisible();
  });
});
