import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { MembersPage } from './members-page.tsx';
import { aMember, choices, connectionOf, refuseField, renderSettings } from './settings-test-kit.tsx';

const ada = aMember(1, 'Ada Lovelace');
const grace = aMember(2, 'Grace Hopper', { manager: ada, apiKeyCount: 3 });

function apiWith(more: FakeFields = {}): FakeFields {
  const list = [ada, grace];
  return {
    ...choices,
    members: (args) =>
      connectionOf(
        list.filter(({ user }) => user.name.includes(args.search ?? '')),
        args,
      ),
    invitations: (args) => connectionOf([], args),
    ...more,
  };
}

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

describe('the members page', () => {
  it('marks the reader and tells who reports to whom', async () => {
    renderSettings(<MembersPage />, { fields: apiWith() });
    expect((await rowOf('ada@demo.test')).getByText('you')).toBeVisible();
    const other = await rowOf('grace@demo.test');
    expect(other.queryByText('you')).not.toBeInTheDocument();
    expect(other.getByRole('cell', { name: 'Ada Lovelace' })).toBeVisible();
  });

  it('offers nothing that the reader may not do', async () => {
    renderSettings(<MembersPage />, { fields: apiWith(), permissions: ['members.tenant.read'] });
    await rowOf('grace@demo.test');
    expect(screen.queryByRole('button', { name: 'Invite member' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Change role/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it('lets the server search and says what to do when nobody is found', async () => {
    const { user } = renderSettings(<MembersPage />, { fields: apiWith() });
    await rowOf('ada@demo.test');
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'Grace');
    await waitFor(() => expect(screen.queryByText('ada@demo.test')).not.toBeInTheDocument());
    expect(screen.getByText('grace@demo.test')).toBeVisible();

    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), '!!');
    expect(await screen.findByText('Nobody found')).toBeVisible();
  });

  it('says how many API keys end with a member before removing them', async () => {
    const list = [ada, grace];
    const removeMember: FakeFields[string] = ({ input }) => {
      list.splice(1, 1);
      return { id: input.id, revokedApiKeys: 3 };
    };
    const api = apiWith({ members: (args) => connectionOf(list, args), removeMember });
    const { user } = renderSettings(<MembersPage />, { fields: api });
    await user.click(await screen.findByRole('button', { name: 'Remove Grace Hopper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' }));
    expect(dialog.getByText(/3 API keys they created will be revoked/)).toBeVisible();

    await user.click(dialog.getByRole('button', { name: 'Remove member' }));
    expect(await screen.findByText('Member removed, 3 API keys revoked.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('grace@demo.test')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('tells in the server’s words why somebody cannot be removed', async () => {
    const removeMember = () => refuse('CONFLICT', 'This is the last owner. Make somebody else an owner first.');
    const { user } = renderSettings(<MembersPage />, { fields: apiWith({ removeMember }) });
    await user.click(await screen.findByRole('button', { name: 'Remove Ada Lovelace' }));
    await user.click(await screen.findByRole('button', { name: 'Remove member' }));
    expect(await screen.findByText(/This is the last owner/)).toBeVisible();
    expect(screen.getByText('ada@demo.test')).toBeVisible();
  });

  it('changes only what was changed, and puts a refusal on its field', async () => {
    const asked: object[] = [];
    const updateMember: FakeFields[string] = ({ input }) => {
      asked.push({ ...input });
      return refuseField('managerId', 'Nobody can be their own manager, not even through others.');
    };
    const { user } = renderSettings(<MembersPage />, { fields: apiWith({ updateMember }) });
    await user.click(await screen.findByRole('button', { name: 'Change role or manager of Grace Hopper' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Role and manager' }));
    expect(drawer.getByRole('button', { name: 'Save changes' })).toBeDisabled();

    const manager = drawer.getByRole('combobox', { name: 'Manager' });
    expect(manager).toHaveValue('Ada Lovelace');
    await user.click(manager);
    await user.click(await screen.findByRole('option', { name: 'Nobody' }));
    await user.click(drawer.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(manager).toHaveAccessibleDescription(/Nobody can be their own manager/));
    expect(asked).toEqual([{ id: 'member-2', managerId: null }]);
  });

  it('keeps the list on screen and offers to try again when a refresh fails', async () => {
    let broken = false;
    const members: FakeFields[string] = (args) => (broken ? refuse('UNAVAILABLE', 'Away.') : connectionOf([ada], args));
    const { user } = renderSettings(<MembersPage />, { fields: apiWith({ members }) });
    await rowOf('ada@demo.test');
    broken = true;
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'x');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('ada@demo.test')).toBeVisible();

    broken = false;
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
  });
});
