import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import {
  anEvent,
  aRun,
  connect,
  isFollowed,
  openApp,
  runner,
  running,
  tell,
  turnAway,
} from './executions-test-kit.tsx';

const weather = aTool('weather', {
  name: 'Weather',
  fields: [{ name: 'city', label: 'Town', type: 'text', required: true, integer: false }],
});

function openRun(run: object | null, fields: FakeFields = {}, permissions = runner) {
  const now = { run };
  const view = openApp('/t/demo/runs/run-1', { toolRun: () => now.run, tool: () => weather, ...fields }, permissions);
  return { ...view, now };
}

const section = (name: string) => screen.findByRole('region', { name });

describe('the page of a run', () => {
  it('tells who ran what, with what, when, and what came of it', async () => {
    openRun(aRun('run-1'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Run of Weather' })).toBeVisible();
    const about = within(await section('About'));
    expect(about.getByRole('link', { name: 'Weather' })).toHaveAttribute('href', '/t/demo/tools/weather');
    expect(about.getByText('Done')).toBeVisible();
    expect(about.getByText('Olive Owner')).toBeVisible();
    expect(about.getByText('1.2 s')).toBeVisible();
    const session = about.getByRole('link', { name: 'All runs of its session' });
    expect(session).toHaveAttribute('href', '/t/demo/runs?session=session-1');
    expect(await section('Input')).toHaveTextContent(/Town.*Bergen/);
    expect(await section('Output')).toHaveTextContent('rain');
  });

  it('shows the input as JSON when the tool is gone or has other fields now', async () => {
    openRun(aRun('run-1', { input: { place: 'Oslo' } }));
    const input = within(await section('Input'));
    expect(await input.findByRole('region', { name: 'input as JSON' })).toHaveTextContent('"place": "Oslo"');
  });

  it('says what to do after a failure', async () => {
    const error = { code: 'NO_MODEL_CONFIGURED', message: 'No model.', fields: null };
    openRun(aRun('run-1', { status: 'ERROR', output: null, error }), { tool: () => null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Run of weather' })).toBeVisible();
    expect(await section('Error')).toHaveTextContent(/No model is set up.*run it again/);
  });

  it('is live until the run ends: text, timeline, status', async () => {
    openRun(aRun('run-1', running));
    await section('Timeline');
    await connect();
    await tell('sessionEvents', anEvent(1, 'tool.started', { runId: 'before' }));
    await tell('sessionEvents', anEvent(2, 'tool.started', { payload: { input: { city: 'Bergen' } } }));
    await tell('sessionEvents', anEvent(3, 'tool.output_appended', { payload: { text: 'Looking up' } }));
    const output = await screen.findByRole('region', { name: 'Output so far' });
    expect(output).toHaveTextContent('Looking up');
    const end = {
      status: 'SUCCESS',
      input: { city: 'Bergen' },
      output: { sky: 'rain' },
      error: null,
      errorCode: null,
      durationMs: 3000,
      endedAt: '2026-03-01T12:00:05Z',
    };
    await tell('toolRunChanged', { __typename: 'ToolRun', id: 'run-1', ...end });
    await tell('sessionEvents', anEvent(5, 'tool.completed'));
    expect(await screen.findByText('rain')).toBeVisible();
    const entries = within(await screen.findByRole('list', { name: 'Events' }));
    await waitFor(() =>
      expect(entries.getAllByRole('listitem').map((entry) => entry.textContent?.replace('Show details', ''))).toEqual([
        '+0 msStarted',
        '+1 sOutput',
        '+3 sCompleted',
      ]),
    );
    await waitFor(() => expect(isFollowed('sessionEvents') || isFollowed('toolRunChanged')).toBe(false));
  });

  it('shows the input that was approved once somebody has changed it, without a reload', async () => {
    openRun(aRun('run-1', { ...running, status: 'WAITING' }));
    expect(await section('Input')).toHaveTextContent('Bergen');
    await connect();
    await tell('toolRunChanged', aRun('run-1', { input: { city: 'Oslo' }, output: { sky: 'clear' } }));
    expect(await section('Output')).toHaveTextContent('clear');
    expect(await section('Input')).toHaveTextContent('Oslo');
    expect(screen.queryByText('Bergen')).not.toBeInTheDocument();
  });

  it('tells those who may not see the session what happened in the run alone, and again when it gets on', async () => {
    const events = [anEvent(3, 'tool.needs_approval')];
    const { now } = openRun(aRun('run-1', { ...running, status: 'WAITING', events }));
    await section('Timeline');
    await connect();
    await turnAway('sessionEvents', 'NOT_FOUND');
    const list = () => within(screen.getByRole('list', { name: /^Events/ })).getAllByRole('listitem');
    await waitFor(() => expect(list()).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Verify log' })).not.toBeInTheDocument();
    now.run = aRun('run-1', { events: [...events, anEvent(5, 'tool.approved'), anEvent(6, 'tool.completed')] });
    await tell('toolRunChanged', { __typename: 'ToolRun', ...now.run });
    await waitFor(() => expect(list()).toHaveLength(3));
  });

  it('opens what belongs to an event on demand', async () => {
    const { user } = openRun(aRun('run-1'));
    await section('Timeline');
    await connect();
    await tell('sessionEvents', anEvent(1, 'tool.started', { payload: { input: { city: 'Bergen' }, version: 7 } }));
    const button = await screen.findByRole('button', { name: 'Show details of: Started' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(screen.getByRole('region', { name: 'Started, as JSON' })).toHaveTextContent('"version": 7');
  });

  it('shows the steps of a composition as a tree that opens level by level', async () => {
    const leaf = aRun('leaf', { toolSlug: 'geocoder', stepId: 'locate' });
    const branch = aRun('branch', { toolSlug: 'forecast', stepId: 'predict', children: [leaf] });
    const runs = new Map<string, object>([
      ['run-1', aRun('run-1', { children: [branch] })],
      ['branch', branch],
      ['leaf', leaf],
    ]);
    const { user, server } = openRun(null, { toolRun: ({ id }) => runs.get(id) ?? null });
    const steps = within(await section('Steps'));
    expect(await steps.findByRole('link', { name: 'predict' })).toHaveAttribute('href', '/t/demo/runs/branch');
    expect(steps.queryByRole('link', { name: 'locate' })).not.toBeInTheDocument();
    await user.click(steps.getByRole('button', { name: 'Show steps of predict' }));
    const inner = within(await steps.findByRole('list', { name: 'Steps of predict' }));
    expect(inner.getByRole('link', { name: 'locate' })).toBeVisible();
    await user.click(inner.getByRole('button', { name: 'Show steps of locate' }));
    expect(await steps.findByText('It has no steps of its own.')).toBeVisible();
    expect(server.of('RunStepsQuery')).toHaveLength(3);
  });

  it('asks for the steps again when one begins', async () => {
    const { now } = openRun(aRun('run-1', running));
    await section('Timeline');
    expect(screen.queryByRole('region', { name: 'Steps' })).not.toBeInTheDocument();
    await connect();
    now.run = aRun('run-1', {
      ...running,
      children: [aRun('step', { ...running, stepId: 'locate', toolSlug: 'geocoder' })],
    });
    await tell('sessionEvents', anEvent(1, 'tool.started'));
    await tell('sessionEvents', anEvent(2, 'tool.started', { runId: 'step', subSource: 'composition' }));
    expect(await screen.findByRole('link', { name: 'locate' })).toBeVisible();
  });

  it('is cancelled while it runs', async () => {
    const after = aRun('run-1', { status: 'CANCELLED', output: null });
    const { user, server } = openRun(aRun('run-1', running), {
      cancelToolRun: () => ({ outcome: 'CANCELLED', run: after }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/was cancelled before it ended/)).toBeVisible();
    expect(server.of('CancelRun_cancelToolRun')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Run again' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is run again with the same input, and leads to the new run', async () => {
    const { user, server, address } = openRun(aRun('run-1'), {
      toolRun: ({ id }) => aRun(id),
      executeTool: () => ({ run: aRun('run-2', running), error: null }),
    });
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(address()).toBe('/t/demo/runs/run-2'));
    const input = server.of('RunAgain_executeTool')[0]?.variables?.input;
    expect(input).toMatchObject({ slug: 'weather', input: { city: 'Bergen' }, mode: 'ASYNC', test: false });
    expect(input).toHaveProperty('idempotencyKey', expect.stringMatching(/^[0-9a-f]{32}$/));
  });

  it('says that the tool has changed when its input fits no more', async () => {
    const { user } = openRun(aRun('run-1'), {
      executeTool: () => ({ run: null, error: { code: 'INVALID_INPUT', message: 'Look at the fields.', fields: [] } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    expect(await screen.findByText(/The tool may have changed/)).toBeVisible();
  });

  it('takes its input to the form, without what was hidden, and never sends the dots back', async () => {
    const { user, address } = openRun(aRun('run-1', { input: { city: 'Bergen', key: '••••' } }));
    const edit = await screen.findByRole('link', { name: 'Edit and run' });
    expect(screen.queryByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    await user.click(edit);
    await waitFor(() => expect(address()).toBe('/t/demo/tools/weather'));
    expect(await screen.findByRole('textbox', { name: 'Town' })).toHaveValue('Bergen');
  });

  it.each([
    [{ intact: true, events: 4, brokenSeq: null }, /as it was written.*4 events checked/],
    [{ intact: false, events: 4, brokenSeq: 3 }, /was changed.*Event number 3/],
  ])('verifies the log of its session: %o', async (verifySession, verdict) => {
    const { user, server } = openRun(aRun('run-1'), { verifySession: () => verifySession });
    await user.click(await screen.findByRole('button', { name: 'Verify log' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent(verdict));
    expect(server.of('VerifyLogQuery')[0]?.variables).toEqual({ id: 'session-1' });
  });

  it('offers neither cancel nor another run to those who only look', async () => {
    openRun(aRun('run-1'), {}, ['tools.tenant.read']);
    await section('About');
    expect(screen.queryByRole('button', { name: /Run again|Cancel/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit and run' })).not.toBeInTheDocument();
  });

  it('says that a run is not there, or not for the reader', async () => {
    openRun(null);
    expect(await screen.findByRole('heading', { level: 1, name: 'Run not found' })).toBeVisible();
  });

  it('tells what went wrong, and tries again', async () => {
    let broken = true;
    const { user } = openRun(null, { toolRun: () => (broken ? refuse('UNAVAILABLE', 'Busy.') : aRun('run-1')) });
    await screen.findByText('Toolcrib is busy');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await section('Output')).toHaveTextContent('rain');
  });
});
