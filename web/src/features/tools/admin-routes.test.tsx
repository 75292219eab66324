import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import { startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { anAdminTool, everyToolRight, executionKinds } from './admin/admin-test-kit.ts';

const list = [
  anAdminTool('weather', { name: 'Weather', origin: 'TENANT', kind: 'TENANT_CUSTOM' }),
  anAdminTool('search', { name: 'Search', origin: 'SYSTEM' }),
];

function open(path: string, permissions = everyToolRight) {
  const server = startFakeServer({
    fields: {
      ...signedIn({ permissions }),
      executionKinds,
      tools: ({ filter }) =>
        connectionOf(
          list.filter(({ kind, origin }) => (filter.kind ? kind === filter.kind : origin === filter.origin)),
        ),
    },
  });
  return { ...renderApp(path), server };
}

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

describe('the way to the administration of tools', () => {
  it('is in the navigation, and the tab is in the address', async () => {
    const { user, address } = open('/t/demo');
    const admin = within(await screen.findByRole('region', { name: 'Admin' }));
    await user.click(admin.getByRole('link', { name: 'Manage tools' }));
    expect(await screen.findByRole('row', { name: /Weather/ })).toBeVisible();
    expect(address()).toBe('/t/demo/admin/tools');
    await user.click(screen.getByRole('tab', { name: 'Built-in tools' }));
    expect(await screen.findByRole('row', { name: /Search/ })).toBeVisible();
    expect(address()).toBe('/t/demo/admin/tools?tab=built-in');
  });

  it('opens the tab that the address names', async () => {
    open('/t/demo/admin/tools?tab=built-in');
    expect(await screen.findByRole('row', { name: /Search/ })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Built-in tools' })).toHaveAttribute('aria-selected', 'true');
  });

  it('opens the first tab when the address names none that exists', async () => {
    open('/t/demo/admin/tools?tab=other');
    expect(await screen.findByRole('row', { name: /Weather/ })).toBeVisible();
  });

  it('is in the command palette', async () => {
    const { user, address } = open('/t/demo');
    await screen.findByRole('region', { name: 'Admin' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: 'Search pages and actions' }), 'admin tools');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('row', { name: /Weather/ })).toBeVisible();
    expect(address()).toBe('/t/demo/admin/tools');
  });

  it('is closed to those who may not change tools, without asking the server', async () => {
    const { server } = open('/t/demo/admin/tools', ['tools.tenant.read']);
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Admin' })).not.toBeInTheDocument();
    expect(server.of('AdminToolsQuery')).toEqual([]);
  });

  it.each([
    ['/t/demo/admin/tools/new', 'tools.tenant.update'],
    ['/t/demo/admin/tools/weather/edit', 'tools.tenant.create'],
  ])('closes %s to those who hold only %s', async (path, permission) => {
    open(path, ['tools.tenant.read', permission]);
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
  });
});
