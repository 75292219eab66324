import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { AuditPage } from './audit-page.tsx';
import { connectionOf, renderSettings } from './settings-test-kit.tsx';

function anEntry(seq: number, more: object = {}) {
  return {
    id: `entry-${seq}`,
    seq,
    at: '2026-11-16T10:00:00.000Z',
    actorKind: 'user',
    actorLabel: 'Ada Lovelace',
    action: 'apiKey.created',
    targetType: 'ApiKey',
    targetId: 'key-1',
    permission: 'keys.tenant.create',
    decision: 'ALLOWED',
    details: { name: 'Importer' },
    requestId: 'request-1',
    hash: 'abc123',
    ...more,
  };
}

const denied = anEntry(2, { action: 'role.created', decision: 'DENIED', actorLabel: 'Mallory' });

function renderAudit(more: FakeFields = {}) {
  const auditEntries: FakeFields[string] = (args) => {
    const { action = '', actor = '', decision } = args.filter ?? {};
    const matches = [denied, anEntry(1)].filter(
      (entry) =>
        entry.action.startsWith(action) &&
        entry.actorLabel.includes(actor) &&
        (decision ?? entry.decision) === entry.decision,
    );
    return connectionOf(matches, args);
  };
  return renderSettings(<AuditPage />, { fields: { auditEntries, ...more } });
}

describe('the audit log', () => {
  it('is filtered by the server: by action, by actor, by decision', async () => {
    const { user, server } = renderAudit();
    await screen.findByRole('button', { name: 'apiKey.created' });
    await user.click(screen.getByLabelText('Denied'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'apiKey.created' })).not.toBeInTheDocument());
    await user.type(screen.getByLabelText('Filter by who did it'), 'Mall');
    await user.type(screen.getByLabelText('Filter by the start of the action'), 'apiKey');
    expect(await screen.findByText('No entry matches')).toBeVisible();
    expect(server.of('AuditPageQuery').at(-1)?.variables).toMatchObject({
      filter: { action: 'apiKey', actor: 'Mall', decision: 'DENIED' },
    });
  });

  it('shows an entry with its details as JSON', async () => {
    const { user } = renderAudit();
    await user.click(await screen.findByRole('button', { name: 'apiKey.created' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Audit entry' }));
    expect(drawer.getByText('Ada Lovelace (user)')).toBeVisible();
    expect(drawer.getByLabelText('details as JSON')).toHaveTextContent('{ "name": "Importer" }');
  });

  it.each([
    [{ valid: true, entries: 2, brokenSeq: null }, 'status', /2 entries checked/],
    [{ valid: false, entries: 2, brokenSeq: 7 }, 'alert', /Entry number 7 does not fit/],
  ])('answers a verification with %j by a %s', async (verifyAudit, role, words) => {
    const { user } = renderAudit({ verifyAudit: () => verifyAudit });
    await user.click(screen.getByRole('button', { name: 'Verify chain' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole(role)).toHaveTextContent(words));
  });

  it('says so when the verification could not be made', async () => {
    const { user } = renderAudit({ verifyAudit: () => refuse('UNAVAILABLE', 'Away.') });
    await user.click(screen.getByRole('button', { name: 'Verify chain' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
