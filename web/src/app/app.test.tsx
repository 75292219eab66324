import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../test/fake-socket.ts';
import { signedIn, signedOut, tenants } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { clientFor } from './active-client.ts';

beforeEach(() => {
  startFakeSockets();
  // The app keeps one client for the life of a page; each test is a new page.
  clientFor(`unused-${Math.random()}`);
});

async function connect(): Promise<FakeSocket> {
  const socket = await vi.waitFor(FakeSocket.latest);
  socket.accept();
  await waitFor(() => expect(socket.sent.some(({ type }) => type === 'subscribe')).toBe(true));
  return socket;
}

describe('opening an address', () => {
  it('leads from a bare address to the same page of the first tenant', async () => {
    startFakeServer({ fields: signedIn() });
    const { address } = renderApp('/settings/profile?tab=2');
    await waitFor(() => expect(address()).toBe('/t/demo/settings/profile?tab=2'));
  });

  it('leads to the tenant used last', async () => {
    startFakeServer({ fields: signedIn() });
    localStorage.setItem('toolcrib-last-tenant', 'ims');
    const { address } = renderApp('/');
    await waitFor(() => expect(address()).toBe('/t/ims'));
  });

  it('leads to the first tenant when the last one was left', async () => {
    startFakeServer({ fields: signedIn() });
    localStorage.setItem('toolcrib-last-tenant', 'left-long-ago');
    const { address } = renderApp('/');
    await waitFor(() => expect(address()).toBe('/t/demo'));
  });

  it('leads a stranger to the sign-in page and keeps where they wanted to go', async () => {
    startFakeServer({ fields: signedOut() });
    const { address } = renderApp('/settings/members');
    await waitFor(() => expect(address()).toBe('/sign-in?next=%2Fsettings%2Fmembers'));
  });

  it('tells a person without a tenant what to do', async () => {
    startFakeServer({ fields: signedIn({ belongsTo: [] }) });
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'You are not in a tenant yet' })).toBeInTheDocument();
    expect(screen.getByText(/owner@demo.test/)).toHaveTextContent('Ask an admin for an invitation');
  });

  it('offers the own tenants at the address of another', async () => {
    startFakeServer({ fields: signedIn() });
    renderApp('/t/secret');
    expect(await screen.findByRole('heading', { name: 'Tenant not found' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Demo Industries' })).toHaveAttribute('href', '/t/demo');
  });

  it('has a page for addresses that lead nowhere, with the navigation around it', async () => {
    startFakeServer({ fields: signedIn() });
    renderApp('/t/demo/no/such/page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  });
});

describe('inside a tenant', () => {
  it('greets, and shows tenant, role and what may be done next', async () => {
    startFakeServer({ fields: signedIn() });
    renderApp('/t/demo');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Olive' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Where you are' })).toHaveTextContent('Demo Industries');
    expect(screen.getByRole('link', { name: 'Invite people' })).toHaveAttribute('href', '/t/demo/settings/members');
    expect(await screen.findByText('3 members')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'first call' })).toHaveTextContent('Bearer $TOOLCRIB_KEY');
  });

  it('offers nothing that the role does not allow, and asks for none of it', async () => {
    const server = startFakeServer({ fields: signedIn({ permissions: ['tools.tenant.read'] }) });
    renderApp('/t/demo');
    await screen.findByRole('heading', { name: 'Hello, Olive' });
    expect(screen.queryByRole('link', { name: /Invite people|API key|Members|Roles/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Your profile' })).toBeInTheDocument();
    expect(server.of('HomePageQuery')).toHaveLength(0);
  });

  it('switches the tenant without showing anything of the last one', async () => {
    startFakeServer({ fields: signedIn() });
    const { user, address } = renderApp('/t/demo');
    await screen.findByRole('heading', { name: 'Hello, Olive' });
    await user.click(screen.getByRole('button', { name: 'Tenant Demo Industries, switch' }));
    await user.click(await screen.findByRole('link', { name: 'Institute of Marine Science' }));
    await waitFor(() => expect(address()).toBe('/t/ims'));
    await waitFor(() => expect(screen.queryByText('Demo Industries')).not.toBeInTheDocument());
    expect(await screen.findByText('You are signed in to Institute of Marine Science.')).toBeInTheDocument();
  });

  it('makes tenants searchable when there are many', async () => {
    const many = [
      ...tenants,
      ...Array.from({ length: 5 }, (_, index) => ({ slug: `t${index}`, name: `Plant ${index}` })),
    ];
    startFakeServer({ fields: signedIn({ belongsTo: many }) });
    const { user } = renderApp('/t/demo');
    await user.click(await screen.findByRole('button', { name: 'Tenant Demo Industries, switch' }));
    await user.type(await screen.findByRole('textbox', { name: 'Find a tenant' }), 'plant 3');
    expect(screen.getAllByRole('link', { name: /Plant/ })).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: 'Find a tenant' }), 'xyz');
    expect(screen.getByText('No tenant is called that.')).toBeInTheDocument();
  });

  it('learns of a lost right while the page is open', async () => {
    const permissions = ['members.tenant.read', 'roles.tenant.read'];
    startFakeServer({ fields: signedIn({ permissions }) });
    renderApp('/t/demo');
    expect(await screen.findByRole('link', { name: 'Roles' })).toBeInTheDocument();
    const socket = await connect();
    permissions.pop();
    socket.publish({ settingsChanged: { __typename: 'SettingsChange', kind: 'ROLE', id: 'role-1' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Roles' })).not.toBeInTheDocument());
  });

  it('opens the command palette by keyboard and goes to a page', async () => {
    startFakeServer({ fields: signedIn() });
    const { user, address } = renderApp('/t/demo');
    await screen.findByRole('heading', { name: 'Hello, Olive' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: 'Search pages and actions' }), 'marine');
    await user.click(await screen.findByRole('button', { name: /Switch to Institute/ }));
    await waitFor(() => expect(address()).toBe('/t/ims'));
  });

  it('only leaves the tenant when the person is still signed in but no longer a member', async () => {
    startFakeServer({ fields: signedIn() });
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    renderApp('/t/demo');
    await screen.findByRole('heading', { name: 'Hello, Olive' });
    (await connect()).close(4403, 'Forbidden');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/?notice=access-ended'));
  });
});

// Last, since a page that is being left stays so.
describe('without a session', () => {
  it('leads a stranger away from a page of a tenant, by a full load', async () => {
    startFakeServer({ fields: signedOut() });
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    window.history.replaceState(null, '', '/t/demo/settings/roles');
    renderApp('/t/demo/settings/roles');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/sign-in?next=%2Ft%2Fdemo%2Fsettings%2Froles'));
  });
});
