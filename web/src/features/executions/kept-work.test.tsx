import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTool } from '#features/tools/tools-test-kit.ts';
import type { FakeFields } from '../../../test/fake-server.ts';
import { signedIn } from '../../../test/people.ts';
import { aRun, openApp, runner, running } from './executions-test-kit.tsx';
import { withoutNamed } from './kept-work.ts';

const field = (name: string, label: string) => ({ name, label, type: 'text', required: false, integer: false });
const pay = (slug = 'pay') =>
  aTool(slug, { name: slug, fields: [field('to', 'To'), field('pin', 'Pin')], sensitiveFields: ['pin'] });

type SentCall = { input: object; idempotencyKey: string };

function openPay(fields: FakeFields = {}, path = '/t/demo/tools/pay') {
  const view = openApp(path, {
    tool: ({ slug }: { slug: string }) => pay(slug),
    executeTool: () => ({ run: aRun('run-1', { ...running, toolSlug: 'pay' }), error: null }),
    toolRun: () => aRun('run-1', { ...running, toolSlug: 'pay' }),
    cancelToolRun: () => ({ outcome: 'CANCELLED', run: aRun('run-1', { status: 'CANCELLED', output: null }) }),
    ...fields,
  });
  const execute = () => view.server.of('UseToolRun_executeTool').map(({ variables }) => variables?.input as SentCall);
  return { ...view, execute };
}

/** The same tab opens the page anew, as after a reload or a new sign-in. */
function reload(...page: Parameters<typeof openPay>) {
  window.dispatchEvent(new Event('pagehide'));
  const kept = { ...sessionStorage };
  cleanup();
  sessionStorage.clear();
  for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, String(text));
  return openPay(...page);
}

const asOlive = signedIn({ permissions: runner }).viewer as (...asked: unknown[]) => object;

const box = (name: string) => screen.findByRole('textbox', { name });

async function type({ user }: Pick<ReturnType<typeof openPay>, 'user'>, values: Record<string, string>) {
  for (const [name, text] of Object.entries(values)) await user.type(await box(name), text);
}

const isRunning = () => screen.findByRole('region', { name: 'Running' });
const runButton = () => screen.findByRole('button', { name: 'Run' });

describe('what was typed into the form of a tool', () => {
  it('is there again after another page and Back, without what is sensitive', async () => {
    const view = openPay();
    await type(view, { To: 'Mia', Pin: '1234' });
    await act(() => view.router.navigate('/t/demo/runs'));
    await screen.findByRole('heading', { level: 1, name: 'Runs' });
    await act(() => view.router.navigate(-1));
    expect(await box('To')).toHaveValue('Mia');
    expect(await box('Pin')).toHaveValue('');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('1234');
  });

  it('is there again after a reload, until the form is reset', async () => {
    await type(openPay(), { To: 'Mia' });
    const { user } = reload();
    expect(await box('To')).toHaveValue('Mia');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    reload();
    expect(await box('To')).toHaveValue('');
    expect({ ...sessionStorage }).toEqual({});
  });

  it('stays with the tool, the person and the tenant', async () => {
    await type(openPay(), { To: 'Mia' });
    reload({}, '/t/demo/tools/refund');
    expect(await box('To')).toHaveValue('');
    reload({}, '/t/ims/tools/pay');
    expect(await box('To')).toHaveValue('');
    reload();
    expect(await box('To')).toHaveValue('Mia');
    reload({
      viewer: (...asked) => ({ ...asOlive(...asked), user: { id: 'user-2', name: 'Max', email: 'max@demo.test' } }),
    });
    expect(await box('To')).toHaveValue('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Mia');
  });

  it('gives way to the input of a run that is to be changed, and what becomes of that is kept', async () => {
    await type(openPay(), { To: 'Mia' });
    const past = { toolRun: () => aRun('run-9', { toolSlug: 'pay', input: { to: 'Olive' } }) };
    const view = reload(past, '/t/demo/runs/run-9');
    await view.user.click(await screen.findByRole('link', { name: 'Edit and run' }));
    expect(await box('To')).toHaveValue('Olive');
    await type(view, { To: ' Owner' });
    await act(() => view.router.navigate('/t/demo/runs'));
    await act(() => view.router.navigate(-1));
    expect(await box('To')).toHaveValue('Olive Owner');
  });
});

describe('a run under way', () => {
  it('is followed again after “Open run” and Back, and can be cancelled there', async () => {
    const view = openPay();
    await type(view, { To: 'Mia' });
    await view.user.click(await runButton());
    await view.user.click(within(await isRunning()).getByRole('link', { name: 'Open run' }));
    await screen.findByRole('heading', { level: 1, name: 'Run of pay' });
    await act(() => view.router.navigate(-1));
    const panel = within(await isRunning());
    expect(await box('To')).toHaveValue('Mia');
    await view.user.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/cancelled in time/)).toBeVisible();
    expect(view.execute()).toHaveLength(1);
  });

  it('is followed again after a reload, and forgotten once its end was seen', async () => {
    const view = openPay();
    await type(view, { To: 'Mia', Pin: '1234' });
    await view.user.click(await runButton());
    await isRunning();
    const ended = aRun('run-1', { toolSlug: 'pay', input: { to: 'Mia', pin: '••••' } });
    const again = reload({ toolRun: () => ended });
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('rain')).toBeVisible();
    // The hidden value is not known here, so the same call cannot be made.
    expect(result.queryByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    expect(again.execute()).toEqual([]);
    reload();
    expect(await box('To')).toHaveValue('');
    expect(screen.queryByRole('region', { name: /Running|Result/ })).not.toBeInTheDocument();
  });

  it('that nobody can find any more leaves the form free for another', async () => {
    const view = openPay();
    await view.user.click(await runButton());
    await isRunning();
    const again = reload({ toolRun: () => null });
    await again.user.click(await runButton());
    await waitFor(() => expect(again.execute()).toHaveLength(1));
  });

  it('is not made twice when the page was left before the answer came', async () => {
    const view = openPay({ executeTool: () => new Promise(() => {}) });
    await type(view, { To: 'Mia' });
    await view.user.click(await runButton());
    await waitFor(() => expect(view.execute()).toHaveLength(1));
    const again = reload();
    expect(await box('To')).toHaveValue('Mia');
    await again.user.click(await runButton());
    await isRunning();
    expect(again.execute()[0]).toEqual(view.execute()[0]);
  });
});

it.each([
  [['pin'], { to: 'Mia', list: [{ a: 1 }] }],
  [['list.pin'], { to: 'Mia', pin: '1', list: [{ a: 1 }] }],
  [[], { to: 'Mia', pin: '1', list: [{ a: 1, pin: '2' }] }],
])('what is called sensitive is left out wherever the server hides it: %j', (names, kept) => {
  expect(withoutNamed({ to: 'Mia', pin: '1', list: [{ a: 1, pin: '2' }] }, names)).toEqual(kept);
});
