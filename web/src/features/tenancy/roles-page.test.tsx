import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeFields, refuse } from '../../../test/fake-server.ts';
import { RolesPage } from './roles-page.tsx';
import { aRole, choices, refuseField, renderSettings } from './settings-test-kit.tsx';

const custom = aRole('reviewer', ['tools.tenant.read', 'owners.system.grant'], { builtIn: false, memberCount: 2 });

function renderRoles(more: FakeFields = {}, permissions?: string[]) {
  const fields = { ...choices, roles: () => [aRole('member'), custom], ...more };
  return renderSettings(<RolesPage />, { fields, permissions });
}

type User = ReturnType<typeof renderRoles>['user'];

async function openRole(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

describe('the roles page', () => {
  it('shows what a role may do, and that built-in ones are not to be changed', async () => {
    const { user } = renderRoles();
    const drawer = await openRole(user, 'Member');
    expect(within(drawer.getByRole('region', { name: 'Tools' })).getByText('tools.tenant.read')).toBeVisible();
    expect(drawer.getByText(/Built-in role/)).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Edit role' })).not.toBeInTheDocument();
    expect(drawer.queryByRole('button', { name: 'Delete role' })).not.toBeInTheDocument();
  });

  it('offers nothing to those who may only look', async () => {
    const { user } = renderRoles({}, ['roles.tenant.read']);
    const drawer = await openRole(user, 'Reviewer');
    expect(drawer.queryByRole('button', { name: /role/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create role' })).not.toBeInTheDocument();
  });

  it('tells in the server’s words why a role in use cannot be deleted', async () => {
    const { user } = renderRoles({ deleteRole: () => refuse('CONFLICT', 'This role is in use by 2 members.') });
    const drawer = await openRole(user, 'Reviewer');
    await user.click(drawer.getByRole('button', { name: 'Delete role' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Delete Reviewer?' }));
    await user.click(confirmation.getByRole('button', { name: 'Delete role' }));
    expect(await drawer.findByText('This role is in use by 2 members.')).toBeVisible();
  });

  it('derives the slug from the name until it is edited, and shows a taken one on its field', async () => {
    const asked: object[] = [];
    const createRole: FakeFields[string] = ({ input }) => {
      asked.push({ ...input });
      return refuseField('slug', 'There is a role night already.');
    };
    const { user } = renderRoles({ createRole });
    await user.click(await screen.findByRole('button', { name: 'Create role' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'New role' }));
    const name = drawer.getByLabelText(/^Name/);
    const slug = drawer.getByLabelText(/^Slug/);
    await user.type(name, 'Night Shift');
    expect(slug).toHaveValue('night-shift');
    await user.clear(slug);
    await user.type(slug, 'night');
    await user.type(name, ' 2');
    expect(slug).toHaveValue('night');

    await user.click(drawer.getByRole('button', { name: 'Create role' }));
    expect(await drawer.findByText('Choose at least one permission.')).toBeVisible();
    await user.click(drawer.getByLabelText('May tools.tenant.read.'));
    await user.click(drawer.getByRole('button', { name: 'Create role' }));
    await waitFor(() => expect(slug).toHaveAccessibleDescription(/There is a role night already\./));
    expect(asked).toEqual([
      { name: 'Night Shift 2', slug: 'night', description: '', permissions: ['tools.tenant.read'] },
    ]);
  });

  it('keeps permissions that the editor does not hold when it saves a change', async () => {
    const asked: { permissions: string[] }[] = [];
    const updateRole: FakeFields[string] = ({ input }) => {
      asked.push(input);
      return { role: { ...custom, ...input } };
    };
    const { user } = renderRoles({ updateRole });
    const drawer = await openRole(user, 'Reviewer');
    await user.click(drawer.getByRole('button', { name: 'Edit role' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Reviewer' }));
    expect(form.getByLabelText('May owners.system.grant.')).toBeChecked();
    await user.click(form.getByLabelText('May keys.tenant.read.'));
    await user.click(form.getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('dialog', { name: 'Reviewer' });
    expect(asked[0]?.permissions.toSorted()).toEqual(['keys.tenant.read', 'owners.system.grant', 'tools.tenant.read']);
  });
});
