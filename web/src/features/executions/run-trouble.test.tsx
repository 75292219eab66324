import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { refuse } from '../../../test/fake-server.ts';
import { aRun, openApp, running } from './executions-test-kit.tsx';

const weather = aTool('weather', { name: 'Weather', fields: [] });
const waits = /does not need this page\. There is nothing to run again/;
const patience = { timeout: 5000 };

/** What the server says of the run, which the test may change. */
function openWith(path: string) {
  const now: { say: () => object } = { say: goesOn };
  const view = openApp(path, {
    tool: () => weather,
    executeTool: () => ({ run: goesOn(), error: null }),
    toolRun: (_args, { operation }) => (operation === 'FollowedRunQuery' ? now.say() : goesOn()),
  });
  return { ...view, now };
}

const goesOn = () => aRun('run-1', running);
const away = () => refuse('UNAVAILABLE', 'The server is starting.');
const done = () => aRun('run-1');

/** The page says that the server is away, asks for nothing, and has the result once it is back. */
async function expectAwaited(now: ReturnType<typeof openWith>['now']) {
  now.say = away;
  expect(await screen.findByText(waits, {}, patience)).toBeVisible();
  expect(screen.queryByText(/try again/i)).not.toBeInTheDocument();
  now.say = done;
  expect(await screen.findByText('rain', {}, patience)).toBeVisible();
  expect(screen.queryByText(waits)).not.toBeInTheDocument();
}

describe('a run under way, while the server is away', () => {
  it('is awaited on the page of its tool, where nothing asks for another call', async () => {
    const { user, server, now } = openWith('/t/demo/tools/weather');
    await user.click(await screen.findByRole('button', { name: 'Run' }));
    await screen.findByRole('timer');
    await expectAwaited(now);
    expect(server.of('UseToolRun_executeTool')).toHaveLength(1);
  }, 15_000);

  it('is awaited on its own page', async () => {
    const { now } = openWith('/t/demo/runs/run-1');
    await screen.findByRole('heading', { name: 'Timeline' });
    await expectAwaited(now);
  }, 15_000);

  it('is not called out of reach when it is refused', async () => {
    const { now } = openWith('/t/demo/runs/run-1');
    await screen.findByRole('heading', { name: 'Timeline' });
    now.say = () => refuse('FORBIDDEN', 'Your role was changed.');
    expect(await screen.findByText('Your role was changed.', {}, patience)).toBeVisible();
    expect(screen.queryByText(waits)).not.toBeInTheDocument();
  }, 15_000);
});
