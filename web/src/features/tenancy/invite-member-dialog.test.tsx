import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FakeFields } from '../../../test/fake-server.ts';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { aRole, choices, refuseField, renderSettings } from './settings-test-kit.tsx';

const invite: FakeFields[string] = ({ input }) => ({
  url: 'https://crib.test/invite/inv_123',
  invitation: {
    id: 'invitation-1',
    email: input.email,
    role: aRole(input.role),
    invitedBy: 'Ada Lovelace',
    status: 'PENDING',
    expiresAt: '2026-12-01T10:00:00.000Z',
    createdAt: '2026-11-24T10:00:00.000Z',
  },
});

async function fillIn(inviteMember: FakeFields[string], email: string) {
  const onClose = vi.fn();
  const { user } = renderSettings(<InviteMemberDialog opened onClose={onClose} />, {
    fields: { ...choices, inviteMember },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite member' }));
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('What member is for.'));
  await user.type(dialog.getByLabelText(/^E-mail address/), email);
  await user.click(dialog.getByRole('button', { name: 'Create invitation' }));
  return { user, dialog, onClose };
}

describe('inviting a member', () => {
  it('shows the link to hand over, and starts afresh for the next person', async () => {
    const { user, dialog, onClose } = await fillIn(invite, 'new@demo.test');
    expect(await dialog.findByLabelText('Invitation link')).toHaveValue('https://crib.test/invite/inv_123');
    expect(dialog.getByText('Invitation for new@demo.test')).toBeVisible();

    await user.click(dialog.getByRole('button', { name: 'Invite another' }));
    expect(dialog.getByLabelText(/^E-mail address/)).toHaveValue('');
    expect(dialog.queryByLabelText('Invitation link')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says on the e-mail field that the person is a member already', async () => {
    const refused = () => refuseField('email', 'ada@demo.test is a member already.');
    const { dialog } = await fillIn(refused, 'ada@demo.test');
    const email = dialog.getByLabelText(/^E-mail address/);
    await waitFor(() => expect(email).toHaveAccessibleDescription(/ada@demo\.test is a member already\./));
    expect(dialog.queryByLabelText('Invitation link')).not.toBeInTheDocument();
  });

  it('does not bother the server with something that is no address', async () => {
    const asked = vi.fn(invite);
    const { dialog } = await fillIn(asked, 'nobody');
    expect(await dialog.findByText(/Enter an e-mail address/)).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
  });
});
