import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { settingsNavigation } from './routes.tsx';

function openSettings(path: string, permissions: string[]) {
  startFakeSockets();
  const server = startFakeServer({ fields: signedIn({ permissions }) });
  return { server, ...renderApp(`/t/demo/settings${path}`) };
}

/** Asked on every page, for everybody: who they are, and how much waits on them. */
const OF_THE_SHELL = ['ViewerGateQuery', 'InboxCountQuery'];
const guarded = settingsNavigation.filter(({ permission }) => permission);

describe('the settings', () => {
  it.each(guarded)(
    'keep $label closed to those who may not read it, without asking the server',
    async ({ path, label }) => {
      const { server } = openSettings(`/${path}`, []);
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeVisible();
      expect(screen.getByText('Your role does not open this page')).toBeVisible();
      const asked = new Set(server.requests.map(({ operation }) => operation));
      expect([...asked].filter((operation) => !OF_THE_SHELL.includes(operation ?? ''))).toEqual([]);
    },
  );

  it.each([
    [['roles.tenant.read'], 'roles', 'Roles'],
    [['settings.tenant.read', 'roles.tenant.read'], 'general', 'General'],
    [[], 'profile', 'Profile'],
  ])('open at the first page that somebody with %j may see', async (permissions, path, title) => {
    const { address } = openSettings('', permissions);
    await screen.findByRole('heading', { level: 1, name: title });
    expect(address()).toBe(`/t/demo/settings/${path}`);
  });

  it.each(settingsNavigation)('have a page behind $label', async ({ path, label, permission }) => {
    openSettings(`/${path}`, permission ? [permission] : []);
    expect(await screen.findByRole('heading', { level: 1, name: label })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Your role does not open this page')).not.toBeInTheDocument());
  });
});
