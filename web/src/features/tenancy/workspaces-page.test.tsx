import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeFields } from '../../../test/fake-server.ts';
import { refuseField, renderSettings } from './settings-test-kit.tsx';
import { WorkspacesPage } from './workspaces-page.tsx';

const support = { id: 'workspace-1', slug: 'support', name: 'Support', createdAt: '2026-03-01T10:00:00.000Z' };

function renderWorkspaces(list: object[], more: FakeFields = {}, permissions?: string[]) {
  return renderSettings(<WorkspacesPage />, { fields: { workspaces: () => list, ...more }, permissions });
}

describe('the workspaces page', () => {
  it('says what to do when there is none', async () => {
    renderWorkspaces([]);
    expect(await screen.findByText('No workspaces yet')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Create workspace' })).toHaveLength(2);
  });

  it('is only to look at without the right to change settings', async () => {
    renderWorkspaces([support], {}, ['settings.tenant.read']);
    await screen.findByRole('row', { name: /Support/ });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows a taken slug on its field', async () => {
    const { user } = renderWorkspaces([support], {
      createWorkspace: () => refuseField('slug', 'There is a workspace support already.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Create workspace' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Name/), 'Support');
    await user.click(dialog.getByRole('button', { name: 'Create workspace' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Slug/)).toHaveAccessibleDescription(/support already/));
  });

  it('renames, and deletes only after a question', async () => {
    const list = [{ ...support }];
    const { user } = renderWorkspaces(list, {
      updateWorkspace: ({ input }) => ({ workspace: Object.assign(list[0]!, input) }),
      deleteWorkspace: ({ input }) => ({ id: list.pop() && input.id }),
    });
    await user.click(await screen.findByRole('button', { name: 'Rename Support' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Name/), ' EU');
    await user.click(dialog.getByRole('button', { name: 'Save name' }));

    await user.click(await screen.findByRole('button', { name: 'Delete Support EU' }));
    expect(list).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Delete workspace' }));
    expect(await screen.findByText('No workspaces yet')).toBeVisible();
  });
});
