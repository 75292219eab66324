import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GeneralPage } from './general-page.tsx';
import { refuseField, renderSettings } from './settings-test-kit.tsx';

describe('the general settings', () => {
  it('can be read, slug and id copied, but not changed without the right to', () => {
    renderSettings(<GeneralPage />, { permissions: ['settings.tenant.read'] });
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAttribute('readonly');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('demo');
    expect(screen.getByRole('textbox', { name: 'Id' })).toHaveValue('tenant-1');
    expect(screen.queryByRole('button', { name: 'Save name' })).not.toBeInTheDocument();
  });

  it('show what the server says about the name on the name', async () => {
    const updateTenant = () => refuseField('name', 'At most 80 characters.');
    const { user } = renderSettings(<GeneralPage />, { fields: { updateTenant } });
    const name = screen.getByLabelText(/^Name of the tenant/);
    await user.type(name, ' Works');
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/At most 80 characters\./));
    expect(name).toHaveValue('Demo Works');
  });
});
