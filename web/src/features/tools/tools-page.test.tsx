import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { connectionOf, renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse, startFakeServer } from '../../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { ToolsPage } from './tools-page.tsx';
import { aTool } from './tools-test-kit.ts';

type Tool = ReturnType<typeof aTool>;
type Filter = {
  search?: string;
  origin?: string;
  category?: string;
  favourites?: boolean;
  includeUnavailable?: boolean;
} | null;

const shelf = [
  aTool('sum', { name: 'Sum' }),
  aTool('mail', {
    name: 'Send mail',
    category: 'Messages',
    origin: 'TENANT',
    permissionPolicy: 'ALWAYS_ASK',
    requiredSecrets: [{ key: 'MAIL_KEY', label: 'Key of the mail service', optional: false }],
  }),
  aTool('old', { name: 'Old tool', enabled: false }),
];

function fits(tool: Tool, filter: Filter): boolean {
  const { search = '', origin, category, favourites, includeUnavailable } = filter ?? {};
  if (favourites && !tool.isFavourite) return false;
  if (!tool.enabled && !includeUnavailable) return false;
  if ((origin && tool.origin !== origin) || (category && tool.category !== category)) return false;
  return tool.name.toLowerCase().includes(search.toLowerCase());
}

function countCategories(tools: Tool[]) {
  const named = Object.groupBy(tools, ({ category }) => category);
  return Object.keys(named)
    .sort()
    .map((name) => ({ name, count: named[name]?.length }));
}

function renderTools(permissions = ['tools.tenant.read'], list: Tool[] = shelf, first = 20, more: FakeFields = {}) {
  return renderSettings(<ToolsPage />, {
    permissions,
    fields: {
      tools: ({ filter, after }) =>
        connectionOf(
          list.filter((tool) => fits(tool, filter)),
          { first, after },
        ),
      toolCategories: ({ filter }) => countCategories(list.filter((tool) => fits(tool, filter))),
      secrets: () => [],
      ...more,
    },
  });
}

type User = ReturnType<typeof renderTools>['user'];

const openChoice = (user: User, noun: string) =>
  user.click(screen.getByRole('combobox', { name: `Filter by ${noun}` }));
const options = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
const shown = () => screen.getAllByRole('link').map((link) => link.textContent);

beforeEach(() => localStorage.clear());

describe('the tool library', () => {
  it('shows each tool with its badges, and leads to its page', async () => {
    renderTools();
    const card = (await screen.findByRole('link', { name: 'Send mail' })).closest('li')!;
    expect(screen.getByRole('link', { name: 'Send mail' })).toHaveAttribute('href', '/mail');
    expect(within(card).getByText('Own')).toBeVisible();
    expect(within(card).getByText('Asks first')).toBeVisible();
    expect(within(card).queryByText('Misconfigured')).not.toBeInTheDocument();
  });

  it('tells those who may know of secrets that a tool misses one', async () => {
    renderTools(['tools.tenant.read', 'secrets.tenant.read']);
    const card = (await screen.findByRole('link', { name: 'Send mail' })).closest('li')!;
    expect(await within(card).findByText('Misconfigured')).toBeVisible();
    expect(screen.getAllByText('Misconfigured')).toHaveLength(1);
  });

  it('searches on the server once typing pauses, and says when nothing fits', async () => {
    const { user, server } = renderTools();
    await screen.findByRole('link', { name: 'Sum' });
    await user.type(screen.getByRole('searchbox', { name: 'Search tools' }), 'mail');
    await waitFor(() => expect(shown()).toEqual(['Send mail']));
    expect(server.of('ToolsPageQuery').map(({ variables }) => variables?.filter)).toEqual([null, { search: 'mail' }]);
    await user.type(screen.getByRole('searchbox', { name: 'Search tools' }), ' nowhere');
    expect(await screen.findByText('No tool fits')).toBeVisible();
  });

  it('filters by the categories of all tools, each with its count, also of those on pages to come', async () => {
    const { user } = renderTools(undefined, shelf, 1);
    await screen.findByRole('link', { name: 'Sum' });
    await openChoice(user, 'category');
    expect(await options()).toEqual(['Messages 1', 'Numbers 1']);
    await user.click(screen.getByRole('option', { name: 'Messages 1' }));
    await waitFor(() => expect(shown()).toEqual(['Send mail']));
    await openChoice(user, 'category');
    await user.click(await screen.findByRole('option', { name: 'Numbers 1' }));
    await waitFor(() => expect(shown()).toEqual(['Sum']));
  });

  it('counts what the other filters leave, and keeps the chosen category when that is nothing', async () => {
    const { user, server } = renderTools();
    await screen.findByRole('link', { name: 'Sum' });
    await openChoice(user, 'category');
    await user.click(await screen.findByRole('option', { name: 'Numbers 1' }));
    await openChoice(user, 'origin');
    await user.click(await screen.findByRole('option', { name: 'Own' }));
    expect(await screen.findByText('No tool fits')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Filter by category' })).toHaveValue('Numbers');
    await openChoice(user, 'category');
    await waitFor(async () => expect(await options()).toEqual(['Messages 1', 'Numbers 0']));
    expect(server.of('CategoriesQuery').at(-1)?.variables).toEqual({ filter: { origin: 'TENANT' } });
  });

  it('shows a table instead, and remembers that', async () => {
    const { user } = renderTools();
    await screen.findByRole('link', { name: 'Sum' });
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(await screen.findByRole('table', { name: 'Tools' })).toBeVisible();
    expect(shown()).toEqual(['Sum', 'Send mail']);
    expect(localStorage.getItem('toolcrib-tools-layout')).toContain('table');
  });

  it('shows what is kept back only to those who may change tools', async () => {
    const { user } = renderTools(['tools.tenant.read', 'tools.tenant.update']);
    await screen.findByRole('link', { name: 'Sum' });
    expect(screen.queryByRole('link', { name: 'Old tool' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Show unavailable' }));
    const card = (await screen.findByRole('link', { name: 'Old tool' })).closest('li')!;
    expect(within(card).getByText('Switched off')).toBeVisible();
  });

  it('tells editors why a tool is kept back, and which of its secrets are missing', async () => {
    const kept = (gate: string, reason: string, missingSecrets: string[] = []) => ({
      availability: { available: false, gate, reason, missingSecrets },
    });
    renderTools(
      ['tools.tenant.read', 'tools.tenant.update'],
      [
        aTool('off', { enabled: true, ...kept('no_runner', 'Nothing here can run it yet.') }),
        aTool('keyless', { ...kept('missing_secret', 'These secrets are not set: A_KEY.', ['A_KEY']) }),
        aTool('fine', { availability: { available: true, gate: null, reason: null, missingSecrets: [] } }),
      ],
    );
    const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!;
    expect(await cardOf('off')).toHaveTextContent('Cannot run yet. Nothing here can run it yet.');
    expect(await cardOf('keyless')).toHaveTextContent('Misconfigured. These secrets are not set: A_KEY.');
    expect(await cardOf('fine')).not.toHaveTextContent(/Misconfigured|Not for you|Cannot run/);
    // What one cannot use is not for keeping at hand.
    expect(screen.getAllByRole('button', { name: /favourites$/ })).toHaveLength(1);
  });

  it('does not offer that to others', async () => {
    renderTools();
    await screen.findByRole('link', { name: 'Sum' });
    expect(screen.queryByRole('switch', { name: 'Show unavailable' })).not.toBeInTheDocument();
  });

  it('loads more', async () => {
    const { user } = renderTools(undefined, shelf, 1);
    expect(await screen.findByText('Showing 1 of 2 tools')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(shown()).toEqual(['Sum', 'Send mail']));
  });

  it('says what to wait for when there is no tool', async () => {
    renderTools(undefined, []);
    expect(await screen.findByText('No tools for you yet')).toBeVisible();
  });

  it('offers another try when the list cannot be loaded', async () => {
    let broken = true;
    const { user } = renderSettings(<ToolsPage />, {
      permissions: ['tools.tenant.read'],
      fields: { tools: () => (broken ? refuse('INTERNAL', 'It broke.') : connectionOf(shelf)) },
    });
    await screen.findByRole('alert');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Sum' })).toBeVisible();
  });
});

describe('favourites', () => {
  const star = (name: string) => screen.getByRole('button', { name: `Add ${name} to favourites` });

  function renderStars(favourites: string[] = []) {
    const list = ['Sum', 'Mail'].map((name) => aTool(name, { isFavourite: favourites.includes(name) }));
    const answers: (() => void)[] = [];
    const view = renderTools(undefined, list, 20, {
      setToolFavourite: async ({ input }) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        const tool = list.find(({ slug }) => slug === input.slug)!;
        tool.isFavourite = input.favourite;
        return { tool };
      },
    });
    return { ...view, answers };
  }

  it('are marked by a star that shines before the server has answered', async () => {
    const { user, server, answers } = renderStars();
    await screen.findByRole('link', { name: 'Sum' });
    expect(star('Sum')).toHaveAttribute('aria-pressed', 'false');
    await user.click(star('Sum'));
    expect(star('Sum')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]!();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(star('Sum')).toHaveAttribute('aria-pressed', 'true');
    expect(star('Mail')).toHaveAttribute('aria-pressed', 'false');
    const [sent] = server.of('FavouriteButton_setToolFavourite');
    expect(sent?.variables).toEqual({ input: { slug: 'Sum', favourite: true } });
    expect(server.of('ToolsPageQuery')).toHaveLength(1);
  });

  it('lose their star again when the server refuses', async () => {
    const { user } = renderTools(undefined, [aTool('Sum')], 20, {
      setToolFavourite: () => refuse('FORBIDDEN', 'Not today.'),
    });
    await screen.findByRole('link', { name: 'Sum' });
    await user.click(star('Sum'));
    expect(await screen.findByText('Not today.')).toBeVisible();
    expect(star('Sum')).toHaveAttribute('aria-pressed', 'false');
  });

  it('are marked from the keyboard, also in the table', async () => {
    const { user, answers } = renderStars();
    await user.click(await screen.findByRole('radio', { name: 'Table' }));
    await screen.findByRole('table', { name: 'Tools' });
    screen.getByRole('link', { name: 'Sum' }).focus();
    await user.tab();
    expect(star('Sum')).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(answers).toHaveLength(1));
    expect(star('Sum')).toHaveAttribute('aria-pressed', 'true');
  });

  it('are listed alone on demand; one that is none any more leaves, and the focus is not lost', async () => {
    const { user, server, answers } = renderStars(['Mail']);
    await screen.findByRole('link', { name: 'Sum' });
    await user.click(screen.getByRole('switch', { name: 'Favourites' }));
    await waitFor(() => expect(shown()).toEqual(['Mail']));
    expect(server.of('ToolsPageQuery').at(-1)?.variables?.filter).toEqual({ favourites: true });
    await user.click(star('Mail'));
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]!();
    expect(await screen.findByText('No favourites yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Show all tools' }));
    await waitFor(() => expect(shown()).toEqual(['Sum', 'Mail']));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('the way to the library', () => {
  beforeEach(() => {
    startFakeSockets();
    clientFor(`unused-${Math.random()}`);
  });

  it('is in the navigation, and what changes meanwhile appears by itself', async () => {
    const list = [aTool('sum', { name: 'Sum' })];
    startFakeServer({
      fields: {
        ...signedIn({ permissions: ['tools.tenant.read'] }),
        tools: () => connectionOf(list),
        toolCategories: () => countCategories(list),
      },
    });
    const { user, address } = renderApp('/t/demo');
    await user.click(await screen.findByRole('link', { name: 'Tools' }));
    expect(await screen.findByRole('link', { name: 'Sum' })).toHaveAttribute('href', '/t/demo/tools/sum');
    expect(address()).toBe('/t/demo/tools');

    const socket = await vi.waitFor(FakeSocket.latest);
    socket.accept();
    const asksForTools = () => socket.sent.some((message) => JSON.stringify(message).includes('toolsChanged'));
    await waitFor(() => expect(asksForTools()).toBe(true));
    list.push(aTool('mail', { name: 'Send mail', category: 'Messages' }));
    socket.publish({ toolsChanged: { __typename: 'ToolsChange', all: true } });
    expect(await screen.findByRole('link', { name: 'Send mail' })).toBeVisible();
    await openChoice(user, 'category');
    await waitFor(async () => expect(await options()).toEqual(['Messages 1', 'Numbers 1']));
  });

  it('is closed to those who may not see tools, without asking the server', async () => {
    const server = startFakeServer({ fields: signedIn({ permissions: [] }) });
    renderApp('/t/demo/tools');
    expect(await screen.findByText('Your role does not open this page')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Tools' })).not.toBeInTheDocument();
    expect(server.of('ToolsPageQuery')).toEqual([]);
  });
});
