import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../../test/fake-server.ts';
import { everyToolRight } from './admin-test-kit.ts';
import { ExplainButton } from './explain-dialog.tsx';

const passed = (gate: string) => ({ gate, passed: true, reason: 'Passed.' });

const withheld = [
  passed('tenant_allowlist'),
  passed('tenant_disabled'),
  { gate: 'missing_secret', passed: false, reason: 'These secrets are not set: MAIL_KEY.' },
  { gate: 'permission', passed: false, reason: 'It needs the permission keys.tenant.read.' },
  passed('brand_new_gate'),
];

async function openDialog(explainTool: FakeFields[string], permissions = everyToolRight) {
  const { user, server } = renderSettings(<ExplainButton slug="mail" name="Send mail" />, {
    permissions,
    fields: { explainTool },
  });
  expect(server.of('ExplainDialogQuery')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Why is Send mail available or not?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why is Send mail available or not?' }));
  return { user, server, dialog };
}

const answer = (verdicts: { passed: boolean }[]) => () => ({
  slug: 'mail',
  available: verdicts.every((verdict) => verdict.passed),
  verdicts,
});

describe('the explanation of a tool', () => {
  it('shows every gate in plain words with its verdict, and marks the first that keeps the tool back', async () => {
    const { dialog } = await openDialog(answer(withheld));
    const gates = await dialog.findAllByRole('listitem');
    expect(gates.map((gate) => gate.textContent)).toEqual([
      'Made for this tenant: yes',
      'Switched on in this tenant: yes',
      'Its secrets are set: noThese secrets are not set: MAIL_KEY.Go to the secrets',
      'The caller holds the right: noIt needs the permission keys.tenant.read.',
      'brand new gate: yes',
    ]);
    expect(gates.map((gate) => gate.getAttribute('aria-current'))).toEqual([null, null, 'true', null, null]);
    expect(dialog.getByText('Not available: These secrets are not set: MAIL_KEY.')).toBeVisible();
  });

  it('leads to the secrets when one is missing', async () => {
    const { dialog } = await openDialog(answer(withheld));
    expect(await dialog.findByRole('link', { name: 'Go to the secrets' })).toHaveAttribute(
      'href',
      '/t/demo/settings/secrets',
    );
  });

  it('says whom to ask when the secrets are not open to the reader', async () => {
    const { dialog } = await openDialog(answer(withheld), ['tools.tenant.update']);
    expect(await dialog.findByText('Ask somebody who may set secrets.')).toBeVisible();
    expect(dialog.queryByRole('link')).not.toBeInTheDocument();
  });

  it('says so when nothing keeps the tool back', async () => {
    const { dialog } = await openDialog(answer([passed('tenant_allowlist'), passed('permission')]));
    expect(await dialog.findByText('Available: every gate lets it pass.')).toBeVisible();
  });

  it('asks again for another situation, and shows nothing of the one before meanwhile', async () => {
    const { user, server, dialog } = await openDialog(({ runtime }) =>
      answer(runtime === 'MCP' ? [passed('permission')] : withheld)(),
    );
    await dialog.findByText(/^Not available/);
    await user.click(dialog.getByRole('combobox', { name: 'Who asks' }));
    await user.click(await screen.findByRole('option', { name: 'An MCP client' }));
    expect(dialog.queryByText(/^Not available/)).not.toBeInTheDocument();
    expect(await dialog.findByText('Available: every gate lets it pass.')).toBeVisible();
    expect(server.of('ExplainDialogQuery').map(({ variables }) => variables?.runtime)).toEqual(['WEB', 'MCP']);
  });

  it('offers another try when the server fails', async () => {
    let broken = true;
    const { user, dialog } = await openDialog(() =>
      broken ? refuse('INTERNAL_SERVER_ERROR', 'It broke.') : answer(withheld)(),
    );
    await dialog.findByRole('alert');
    broken = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(5));
  });
});
