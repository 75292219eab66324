import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { connectionOf, renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../../test/fake-server.ts';
import { type AdminTool, anAdminTool, everyToolRight, executionKinds } from './admin-test-kit.ts';
import { AdminToolsPage } from './admin-tools-page.tsx';

const off = { available: false, gate: 'tenant_disabled', reason: 'It is switched off for this tenant.' };
const own = { origin: 'TENANT', kind: 'TENANT_CUSTOM', version: 3, executionSpec: { kind: 'http' } };

const shelf = () => [
  anAdminTool('weather', { ...own, name: 'Weather', permissionPolicy: 'ALWAYS_ASK' }),
  anAdminTool('idea', {
    ...own,
    name: 'Idea',
    enabled: false,
    executionSpec: { kind: 'prompt', mode: 'single' },
    availability: { ...off, missingSecrets: [] },
  }),
  anAdminTool('search', { origin: 'SYSTEM', name: 'Search', kind: 'SYSTEM_OVERRIDE', version: 2 }),
  anAdminTool('roi', {
    name: 'ROI',
    availability: { available: false, gate: 'missing_secret', reason: 'A secret is not set.', missingSecrets: ['K'] },
  }),
];

type Filter = { kind?: string; origin?: string; search?: string; includeUnavailable?: boolean };

const fits = (tool: AdminTool, { kind, origin, search = '' }: Filter) =>
  (!kind || tool.kind === kind) &&
  (!origin || tool.origin === origin) &&
  tool.name.toLowerCase().includes(search.toLowerCase());

type Options = { list?: AdminTool[]; fields?: FakeFields; permissions?: string[]; first?: number };

function renderPage({ list = shelf(), fields, permissions = everyToolRight, first }: Options = {}) {
  return renderSettings(<AdminToolsPage />, {
    permissions,
    fields: {
      executionKinds,
      tools: ({ filter, after }) =>
        connectionOf(
          list.filter((tool) => filter.includeUnavailable && fits(tool, filter)),
          { first, after },
        ),
      ...fields,
    },
  });
}

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
const shown = () => screen.getAllByRole('rowheader').map((head) => head.querySelector('code')?.textContent);
const openBuiltIns = (user: ReturnType<typeof renderPage>['user']) =>
  user.click(screen.getByRole('tab', { name: 'Built-in tools' }));

/** Two questions may follow each other; each is answered by its button. */
async function answer(user: ReturnType<typeof renderPage>['user'], title: string, button: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.click(dialog.getByRole('button', { name: button }));
}

describe('the list of tools for admins', () => {
  it('shows own tools with state, policy and version, and leads to their editors', async () => {
    renderPage();
    const weather = await row('Weather');
    expect(shown()).toEqual(['weather', 'idea']);
    expect(weather.getByRole('cell', { name: 'On' })).toBeVisible();
    expect(weather.getByRole('cell', { name: 'Asks first' })).toBeVisible();
    expect(weather.getByRole('cell', { name: '3' })).toBeVisible();
    expect(weather.getByRole('link', { name: 'Edit Weather' })).toHaveAttribute(
      'href',
      '/t/demo/admin/tools/weather/edit',
    );
    expect(screen.getByRole('link', { name: 'New tool' })).toHaveAttribute('href', '/t/demo/admin/tools/new');
  });

  it('calls a draft what is off and cannot be run here yet, and says why a tool is kept back', async () => {
    renderPage();
    const idea = await row('Idea');
    expect(await idea.findByRole('cell', { name: /^Draft\s*It is switched off for this tenant\.$/ })).toBeVisible();
  });

  it('shows all that is code on the other tab, by where it comes from', async () => {
    const { user } = renderPage();
    await row('Weather');
    await openBuiltIns(user);
    const system = within(await screen.findByRole('region', { name: 'Built in' }));
    expect(system.getByRole('row', { name: /Search/ })).toBeVisible();
    const product = within(screen.getByRole('region', { name: 'Product' }));
    expect(product.getByRole('cell', { name: /^On, not usable\s*A secret is not set\.$/ })).toBeVisible();
    expect(product.getByText('As built')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Bundles' })).not.toBeInTheDocument();
    expect(screen.queryByText('Weather')).not.toBeInTheDocument();
  });

  it('searches on the server once typing pauses, and says when nothing fits', async () => {
    const { user, server } = renderPage();
    await row('Weather');
    await user.type(screen.getByRole('searchbox', { name: 'Search tools' }), 'idea');
    await waitFor(() => expect(shown()).toEqual(['idea']));
    expect(server.of('AdminToolsQuery').at(-1)?.variables?.filter).toEqual({
      kind: 'TENANT_CUSTOM',
      includeUnavailable: true,
      search: 'idea',
    });
    await user.type(screen.getByRole('searchbox', { name: 'Search tools' }), 'less');
    expect(await screen.findByText('No tool fits')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(shown()).toEqual(['weather', 'idea']));
  });

  it('loads more', async () => {
    const { user } = renderPage({ first: 1 });
    expect(await screen.findByText('Showing 1 of 2 tools')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(shown()).toEqual(['weather', 'idea']));
  });

  it('says on each tab what to do when there is nothing', async () => {
    const { user } = renderPage({ list: [] });
    expect(await screen.findByText('No tools of your own yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New tool' })).toHaveLength(2);
    await openBuiltIns(user);
    expect(await screen.findByText('No built-in tools')).toBeVisible();
  });

  it('offers another try when a list cannot be loaded', async () => {
    let broken = true;
    const { user } = renderPage({
      fields: {
        tools: ({ filter }) =>
          broken
            ? refuse('INTERNAL_SERVER_ERROR', 'It broke.')
            : connectionOf(shelf().filter((one) => fits(one, filter))),
      },
    });
    await screen.findByRole('alert');
    await openBuiltIns(user);
    await screen.findByRole('alert');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await row('Search');
    expect(shown()).toEqual(['search', 'roi']);
  });
});

describe('switching a tool', () => {
  it('changes an own tool in place, with the version that was looked at', async () => {
    const list = shelf();
    const { user, server } = renderPage({
      list,
      fields: {
        updateTool: ({ input: { enabled } }) => {
          list[0] = { ...list[0]!, enabled, version: 4, availability: { ...list[1]!.availability } };
          return { tool: list[0] };
        },
      },
    });
    const weather = await row('Weather');
    await user.click(weather.getByRole('switch', { name: 'Weather is switched on' }));
    expect(await weather.findByRole('cell', { name: /^Off/ })).toBeVisible();
    expect(weather.getByRole('switch')).not.toBeChecked();
    expect(server.of('SwitchTool_own')[0]?.variables?.input).toEqual({ slug: 'weather', version: 3, enabled: false });
  });

  it('overrides one that is code', async () => {
    const list = shelf();
    const { user, server } = renderPage({
      list,
      fields: {
        upsertToolOverride: ({ input: { enabled } }) => {
          list[3] = anAdminTool('roi', { name: 'ROI', enabled, kind: 'SYSTEM_OVERRIDE', version: 1 });
          return { tool: list[3] };
        },
      },
    });
    await openBuiltIns(user);
    const roi = await row('ROI');
    expect(roi.queryByRole('button', { name: 'Reset ROI' })).not.toBeInTheDocument();
    await user.click(roi.getByRole('switch'));
    expect(await roi.findByRole('button', { name: 'Reset ROI' })).toBeVisible();
    expect(server.of('SwitchTool_builtIn')[0]?.variables?.input).toEqual({ slug: 'roi', version: 0, enabled: false });
  });

  it('tells why it was refused, and shows the tool as others saved it', async () => {
    const list = shelf();
    const { user } = renderPage({
      list,
      fields: {
        updateTool: () => {
          list[0] = { ...list[0]!, name: 'Weather report', version: 5 };
          return refuse('CONFLICT', 'Grace Hopper saved this tool in the meantime.', { current: { version: 5 } });
        },
      },
    });
    await user.click((await row('Weather')).getByRole('switch'));
    expect(await screen.findByText('Grace Hopper saved this tool in the meantime.')).toBeVisible();
    expect((await row('Weather report')).getByRole('switch')).toBeChecked();
  });
});

describe('removing a tool', () => {
  it('deletes an own tool only after a question', async () => {
    const list = shelf();
    const { user, server } = renderPage({
      list,
      fields: { deleteTool: ({ input }) => ({ slug: list.splice(0, 1)[0]?.slug ?? input.slug }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Weather' }));
    await answer(user, 'Delete Weather?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.of('RemoveTool_delete')).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Delete Weather' }));
    await answer(user, 'Delete Weather?', 'Delete tool');
    await waitFor(() => expect(shown()).toEqual(['idea']));
    expect(await screen.findByText('weather was deleted.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows what relies on the tool before it goes, and deletes it when told to go on', async () => {
    const list = shelf();
    const { user, server } = renderPage({
      list,
      fields: {
        deleteTool: ({ input }) => {
          if (input.acknowledgeImpact) return { slug: list.splice(0, 1)[0]?.slug };
          const impact = [{ kind: 'composition', subject: 'report', message: 'Step one calls it.' }];
          return refuse('CONFLICT', 'This change breaks one thing.', { impact });
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Weather' }));
    await answer(user, 'Delete Weather?', 'Delete tool');
    expect(await screen.findByText(/Step one calls it/)).toBeVisible();
    expect(list).toHaveLength(4);
    await answer(user, 'This breaks 1 thing', 'Go on anyway');
    await waitFor(() => expect(shown()).toEqual(['idea']));
    expect(server.of('RemoveTool_delete').map(({ variables }) => variables?.input)).toEqual([
      { slug: 'weather', version: 3 },
      { slug: 'weather', version: 3, acknowledgeImpact: true },
    ]);
  });

  it('deletes nothing that somebody else changed meanwhile, and shows what it is now', async () => {
    const list = shelf();
    const { user } = renderPage({
      list,
      fields: {
        deleteTool: () => {
          list[0] = { ...list[0]!, name: 'Weather report', version: 5 };
          return refuse('CONFLICT', 'Grace Hopper saved this tool in the meantime.');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Weather' }));
    await answer(user, 'Delete Weather?', 'Delete tool');
    expect(await screen.findByText('Grace Hopper saved this tool in the meantime.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Delete Weather report' })).toBeVisible();
  });

  it('takes an override away after a question, and the tool stays', async () => {
    const list = shelf();
    const { user } = renderPage({
      list,
      fields: {
        resetToolOverride: () => {
          list[2] = anAdminTool('search', { origin: 'SYSTEM', name: 'Search' });
          return { tool: list[2] };
        },
      },
    });
    await openBuiltIns(user);
    await user.click(await screen.findByRole('button', { name: 'Reset Search' }));
    await answer(user, 'Reset Search?', 'Reset tool');
    expect(await screen.findByText('The tool is back to what it was.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset Search' })).not.toBeInTheDocument());
    expect(shown()).toContain('search');
  });

  it('tells why it was refused', async () => {
    const { user } = renderPage({ fields: { deleteTool: () => refuse('FORBIDDEN', 'You need tools.tenant.delete.') } });
    await user.click(await screen.findByRole('button', { name: 'Delete Weather' }));
    await answer(user, 'Delete Weather?', 'Delete tool');
    expect(await screen.findByText('You need tools.tenant.delete.')).toBeVisible();
    expect(shown()).toEqual(['weather', 'idea']);
  });
});

describe('without all rights', () => {
  it('offers only what the role may do', async () => {
    const { user } = renderPage({ permissions: ['tools.tenant.read', 'tools.tenant.update'] });
    const weather = await row('Weather');
    expect(weather.getByRole('switch')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New tool' })).not.toBeInTheDocument();
    await openBuiltIns(user);
    const search = await row('Search');
    expect(search.queryByRole('switch')).not.toBeInTheDocument();
    expect(search.queryByRole('button', { name: 'Reset Search' })).not.toBeInTheDocument();
    expect(search.getByRole('button', { name: 'Why is Search available or not?' })).toBeVisible();
  });
});
