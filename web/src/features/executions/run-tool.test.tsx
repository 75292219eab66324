import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anApproval } from '#features/approvals/approvals-test-kit.tsx';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { anEvent, aPage, aRun, connect, isFollowed, openApp, runner, running, tell } from './executions-test-kit.tsx';

const city = { name: 'city', label: 'City', type: 'text', required: true, integer: false };
const weather = aTool('weather', {
  name: 'Weather',
  fields: [city],
  inputExamples: [{ label: 'A rainy city', input: { city: 'Bergen' } }],
});

type SentCall = { input: object; idempotencyKey: string };

function openTool(fields: FakeFields = {}, tool: object = weather, permissions = runner) {
  const now = { run: aRun('run-1', running) };
  const view = openApp(
    '/t/demo/tools/weather',
    {
      tool: () => tool,
      executeTool: () => ({ run: now.run, error: null }),
      toolRun: () => now.run,
      ...fields,
    },
    permissions,
  );
  const execute = () => view.server.of('UseToolRun_executeTool').map(({ variables }) => variables?.input as SentCall);
  return { ...view, now, execute };
}

type View = ReturnType<typeof openTool>;

async function run({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Fill: A rainy city' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
}

const said = () =>
  screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .join(' ');

const done = {
  __typename: 'ToolRun',
  id: 'run-1',
  status: 'SUCCESS',
  input: { city: 'Bergen' },
  output: { sky: 'rain' },
  error: null,
  errorCode: null,
  durationMs: 1200,
};
const end = { ...done, endedAt: '2026-03-01T12:00:01.200Z' };

describe('a call that somebody has to decide about', () => {
  it('shows for whom it waits, with the approval, without a sign of work', async () => {
    const approval = anApproval('a1', { toolSlug: 'forecast', mayDecide: false, waitingFor: ['Abe Approver'] });
    const view = openTool();
    view.now.run = aRun('run-1', { ...running, status: 'WAITING', approval });
    await run(view);
    expect(await screen.findByText('Waiting for Abe Approver.', {}, { timeout: 3000 })).toBeVisible();
    expect(screen.getByRole('article', { name: 'Call of forecast' })).toBeVisible();
    expect(document.querySelector('.mantine-Loader-root')).toBeNull();
    expect(screen.getByRole('region', { name: 'Waiting' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Waiting…' })).toBeVisible();
    expect(said()).toContain('The call waits for somebody to decide.');
    expect(screen.queryByText(/running/i)).not.toBeInTheDocument();
  });

  it('that was changed before it ran tells so beside its result', async () => {
    const edits = [{ path: 'city', before: 'Bergen', after: 'Oslo' }];
    const approval = anApproval('a1', { status: 'APPROVED', mayDecide: false, decidedBy: 'abe@demo.test', edits });
    const view = openTool({ toolRun: () => aRun('run-1', { approval }) });
    await run(view);
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(await result.findByText('abe@demo.test changed what you asked for')).toBeVisible();
    const changes = within(result.getByRole('table', { name: 'Changes' }));
    expect(changes.getByRole('row', { name: 'city Bergen Oslo' })).toBeVisible();
  });
});

describe('running a tool from its page', () => {
  it('calls it with what was typed and shows what came of it, without a sign of waiting when it is quick', async () => {
    const view = openTool({ toolRun: () => aRun('run-1') });
    await run(view);
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('rain')).toBeVisible();
    expect(result.getByText('after 1.2 s')).toBeVisible();
    expect(result.getByRole('link', { name: 'Open run' })).toHaveAttribute('href', '/t/demo/runs/run-1');
    expect(said()).toContain('The tool is done after 1.2 s.');
    expect(screen.queryByRole('region', { name: 'Running' })).not.toBeInTheDocument();
    expect(view.execute()).toMatchObject([{ slug: 'weather', input: { city: 'Bergen' }, mode: 'ASYNC', test: false }]);
    expect(screen.getByRole('button', { name: 'Run' })).toHaveFocus();
  });

  it('tells what it writes and which steps it takes while it runs, then the result', async () => {
    const view = openTool();
    await run(view);
    await connect();
    expect(await screen.findByRole('timer')).toHaveTextContent('0 s');
    expect(said()).toContain('The tool is running.');
    const step = { runId: 'step-1', parentRunId: 'run-1', toolSlug: 'geocoder', subSource: 'composition' };
    await tell('sessionEvents', anEvent(1, 'tool.started'));
    await tell('sessionEvents', anEvent(2, 'tool.output_appended', { payload: { text: 'Looking ' } }));
    await tell('sessionEvents', anEvent(3, 'tool.started', step));
    await tell('sessionEvents', anEvent(4, 'tool.output_appended', { payload: { text: 'up' } }));
    await tell('sessionEvents', anEvent(2, 'tool.output_appended', { payload: { text: 'Looking ' } }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Output so far' })).toHaveTextContent('Looking up'));
    expect(screen.getByRole('region', { name: 'Output so far' }).textContent).toBe('Looking up');
    expect(screen.getByRole('list', { name: 'Steps so far' })).toHaveTextContent('geocoder running');
    await tell('toolRunChanged', end);
    expect(await screen.findByText('rain')).toBeVisible();
    await waitFor(() => expect(isFollowed('toolRunChanged')).toBe(false));
  });

  it('starts no second run while one is going on', async () => {
    const view = openTool();
    await run(view);
    await view.user.click(await screen.findByRole('button', { name: 'Running…' }));
    await view.user.click(screen.getByRole('button', { name: 'Running…' }));
    expect(view.execute()).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Running' })).toBeVisible();
  });

  it('puts what the server says on the field it is about, and runs nothing', async () => {
    const fields = [{ path: ['city'], message: 'No such city.' }];
    const error = { code: 'INVALID_INPUT', message: 'The input does not fit the tool.', fields };
    const view = openTool({ executeTool: () => ({ run: null, error }) });
    await run(view);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'City' })).toBeInvalid());
    expect(screen.getAllByText(/No such city\./)[0]).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Result' })).not.toBeInTheDocument();
    expect(view.server.of('FollowedRunQuery')).toEqual([]);
  });

  it.each([
    ['CANCELLED', /cancelled in time/],
    ['ALREADY_ENDED', /Too late to cancel/],
  ])('is cancelled by a button, which says whether that was in time: %s', async (outcome, words) => {
    const after = outcome === 'CANCELLED' ? aRun('run-1', { status: 'CANCELLED', output: null }) : aRun('run-1');
    const view = openTool({ cancelToolRun: () => ({ outcome, run: after }) });
    await run(view);
    await connect();
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(view.server.of('CancelRun_cancelToolRun')[0]?.variables).toEqual({ input: { id: 'run-1' } });
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText(outcome === 'CANCELLED' ? 'Cancelled' : 'Done')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Result' })).toHaveFocus());
  });

  it('shows why it failed, what to do, and what it had written by then', async () => {
    const error = { code: 'TIMEOUT', message: 'No answer after 30 s.', fields: null };
    const failed = aRun('run-1', { status: 'ERROR', output: null, error, streamed: 'Half a sen' });
    await run(openTool({ toolRun: () => failed }));
    expect(await screen.findByText('The tool took too long')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Output until then' })).toHaveTextContent('Half a sen');
    expect(said()).toContain('The tool failed');
  });

  it('that was denied reads so, and not as a failure of the tool', async () => {
    const error = { code: 'APPROVAL_DENIED', message: 'Not in the budget.', fields: null };
    const denied = aRun('run-1', { status: 'ERROR', output: null, error, errorCode: error.code, durationMs: null });
    await run(openTool({ toolRun: () => denied }));
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('Denied')).toBeVisible();
    expect(result.getByText('Not in the budget.')).toBeVisible();
    expect(said()).toContain('Denied: nothing was run.');
    expect(screen.queryByText('Failed')).not.toBeInTheDocument();
  });

  it('ends without the live connection too: the run is asked for every two seconds', async () => {
    const view = openTool();
    await run(view);
    await screen.findByRole('region', { name: 'Running' });
    view.now.run = aRun('run-1');
    expect(await screen.findByText('rain', {}, { timeout: 4000 })).toBeVisible();
  });

  it('ends although the connection broke meanwhile', async () => {
    const view = openTool();
    await run(view);
    await connect();
    await screen.findByRole('region', { name: 'Running' });
    await waitFor(() => expect(isFollowed('toolRunChanged')).toBe(true));
    await act(async () => FakeSocket.latest().close(1006));
    view.now.run = aRun('run-1');
    await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(1), { timeout: 3000 });
    await connect();
    expect(await screen.findByText('rain')).toBeVisible();
  });

  it('sends the same key after a broken connection, so that nothing runs twice, and a new one for a new call', async () => {
    const view = openTool({ toolRun: () => aRun('run-1') });
    const answer = globalThis.fetch;
    let broken = true;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const response = await answer(input, init);
      if (broken && String(init.body).includes('UseToolRun_executeTool')) throw new TypeError('Failed to fetch');
      return response;
    });
    await run(view);
    await screen.findByText('Toolcrib cannot be reached');
    await view.user.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(view.execute()).toHaveLength(2));
    broken = false;
    await view.user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Result' });
    await view.user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(view.execute()).toHaveLength(4));
    const keys = view.execute().map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[0]?.length).toBeGreaterThanOrEqual(32);
  });

  it('runs again with the input that was used, whatever the form says now, and leads back to the form', async () => {
    const view = openTool({ toolRun: () => aRun('run-1') });
    await run(view);
    await screen.findByRole('region', { name: 'Result' });
    await view.user.click(screen.getByRole('button', { name: 'Edit and run' }));
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveFocus();
    await view.user.keyboard(' and Oslo');
    await view.user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(view.execute()).toHaveLength(2));
    expect(view.execute()[1]?.input).toEqual({ city: 'Bergen' });
  });

  it.each([
    ['GraphQL', /^mutation RunTool \{[\s\S]*city: "Bergen"/],
    ['curl', /^curl [\s\S]*"city":"Bergen"/],
    ['TypeScript', /^const query = [\s\S]*"city": "Bergen"/],
  ])('copies the call as %s', async (form, text) => {
    const view = openTool({ toolRun: () => aRun('run-1') });
    await run(view);
    await view.user.click(await screen.findByRole('button', { name: 'Copy as' }));
    await view.user.click(await screen.findByRole('menuitem', { name: form }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toMatch(text);
  });

  it('says why the call was refused', async () => {
    const view = openTool({ executeTool: () => refuse('FORBIDDEN', 'A rule of the tenant denies this call.') });
    await run(view);
    expect(await screen.findByText('A rule of the tenant denies this call.')).toBeVisible();
  });

  it('runs a tool that takes no input, with the words of its form spec', async () => {
    const formSpec = { groups: [{ title: 'Where', fields: ['city'] }], submitLabel: 'Forecast' };
    const view = openTool({ toolRun: () => aRun('run-1') }, { ...weather, formSpec, fields: [], inputExamples: [] });
    expect(await screen.findByText('This tool takes no input.')).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Forecast' }));
    await waitFor(() => expect(view.execute()[0]?.input).toEqual({}));
  });

  it('offers only the check to those who may not run tools, and says so', async () => {
    openTool({}, weather, ['tools.tenant.read']);
    expect(await screen.findByText(/Your role may look at tools but not run them/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check input' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run' })).not.toBeInTheDocument();
  });

  it('offers editors only the check while the tool is kept back from use', async () => {
    const availability = { available: false, gate: 'tenant_disabled', reason: 'It is off.', missingSecrets: [] };
    const editableTool = () => ({ ...weather, availability });
    openTool({ tool: () => null, editableTool }, weather, [...runner, 'tools.tenant.update']);
    expect(await screen.findByText(/its input can only be checked/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run' })).not.toBeInTheDocument();
  });

  it('lists the run in the history of the tool', async () => {
    const runs: object[] = [];
    const view = openTool({
      toolRuns: () => aPage(runs),
      executeTool: () => {
        runs.push(aRun('run-1'));
        return { run: aRun('run-1', running), error: null };
      },
      toolRun: () => aRun('run-1'),
    });
    const history = within(await screen.findByRole('region', { name: 'Runs' }));
    expect(await history.findByText('No runs yet')).toBeVisible();
    await run(view);
    expect(await history.findByText('Done')).toBeVisible();
  });
});
