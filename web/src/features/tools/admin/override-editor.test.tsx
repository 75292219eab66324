import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../../test/fake-server.ts';
import { type AdminTool, anAdminTool, everyToolRight } from './admin-test-kit.ts';
import { OverrideEditor } from './override-editor.tsx';
import type { OverriddenTool } from './override-values.ts';
import { useOverrideForm } from './use-override-form.ts';

const asBuilt = anAdminTool('search', { name: 'Search', category: 'Web', origin: 'SYSTEM', enabled: false });

function overridden(words: object, version = 1): AdminTool {
  return {
    ...asBuilt,
    ...words,
    kind: 'SYSTEM_OVERRIDE' as never,
    version,
    overridden: Object.keys(words),
    base: asBuilt,
  };
}

const aVersion = (version: number) => ({
  version,
  createdBy: 'Ada',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSavedAt: '2026-03-01T10:00:00.000Z',
  changes: () => [],
});

type Options = { fields?: FakeFields; permissions?: string[] };

/** The tool is read anew for each question, so that a test can change it meanwhile. */
function renderEditor(read: () => AdminTool | null, { fields, permissions = everyToolRight }: Options = {}) {
  return renderSettings(<OverrideEditor slug="search" />, {
    permissions,
    fields: { editableTool: read, ...fields },
  });
}

const row = async (name: string) => within(await screen.findByRole('group', { name }));
const save = () => screen.getByRole('button', { name: 'Save override' });

const builtIn = { ...asBuilt, base: asBuilt } as unknown as OverriddenTool;
const saved: OverriddenTool = { ...builtIn, version: 1, name: 'Web search', overridden: ['name'] };

/** A page whose query is answered when the test says so. */
function SlowPage() {
  const [present, setPresent] = useState(builtIn);
  const { form, adopt } = useOverrideForm(present, () => {});
  const steps = {
    'The save is answered': () => adopt(saved),
    'The page catches up': () => setPresent(saved),
    'Somebody resets it': () => setPresent(builtIn),
  };
  return (
    <>
      {Object.entries(steps).map(([name, onClick]) => (
        <button key={name} type="button" onClick={onClick}>
          {name}
        </button>
      ))}
      <output>{form.watch('name')}</output>
    </>
  );
}

describe('the override editor', () => {
  it('shows what the base says beside what holds here, and which of it is overridden', async () => {
    renderEditor(() => overridden({ name: 'Web search', enabled: true }));
    const name = await row('Name');
    expect(name.getByText('Search')).toBeVisible();
    expect(name.getByRole('textbox', { name: 'Name' })).toHaveValue('Web search');
    expect(name.getByText('Overridden')).toBeVisible();
    const enabled = await row('Switched on');
    expect(enabled.getByText('Off')).toBeVisible();
    expect(enabled.getByRole('switch')).toBeChecked();
    const category = await row('Category');
    expect(category.getByText('Web')).toBeVisible();
    expect(category.queryByText('Overridden')).not.toBeInTheDocument();
    expect(screen.getAllByText('Overridden')).toHaveLength(2);
    expect(save()).toBeDisabled();
  });

  it('sends only what was touched, with the version that was looked at', async () => {
    let tool = asBuilt;
    const { user, server } = renderEditor(() => tool, {
      fields: {
        upsertToolOverride: ({ input: { slug: _slug, version: _version, ...words } }) => {
          tool = overridden(words);
          return { tool };
        },
      },
    });
    const name = await row('Name');
    await user.clear(name.getByRole('textbox'));
    await user.type(name.getByRole('textbox'), 'Web search');
    await user.click((await row('Switched on')).getByRole('switch'));
    await user.click((await row('Policy')).getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'Asks first' }));
    await user.type((await row('Component')).getByRole('textbox'), 'search-card');
    const sections = (await row('Output sections')).getByRole('textbox');
    await user.clear(sections);
    await user.click(sections);
    await user.paste('[{ "key": "hits", "label": "Hits", "type": "table" }]');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await user.click(save());

    await screen.findByText('Saved. It holds for everybody in this tenant at once.');
    expect(server.of('OverrideForm_save').map(({ variables }) => variables?.input)).toEqual([
      {
        slug: 'search',
        version: 0,
        enabled: true,
        name: 'Web search',
        permissionPolicy: 'ALWAYS_ASK',
        display: { customUI: 'search-card' },
        outputSections: [{ key: 'hits', label: 'Hits', type: 'table' }],
      },
    ]);
    expect(save()).toBeDisabled();
    expect(screen.getAllByText('Overridden')).toHaveLength(5);
    expect(screen.queryByText(/in the meantime/)).not.toBeInTheDocument();
  });

  it('stays with what it saved while the page still shows the version before', async () => {
    const { user } = renderSettings(<SlowPage />, { permissions: everyToolRight });
    const shownOnce = async (name: string) => {
      await user.click(screen.getByRole('button', { name }));
      return screen.getByRole('status').textContent;
    };
    expect(await shownOnce('The save is answered')).toBe('Web search');
    expect(await shownOnce('The page catches up')).toBe('Web search');
    expect(await shownOnce('Somebody resets it')).toBe('Search');
  });

  it('gives one row back to the base and leaves the others', async () => {
    let tool = overridden({ name: 'Web search', category: 'Research' }, 4);
    const { user, server } = renderEditor(() => tool, {
      fields: {
        upsertToolOverride: () => {
          tool = overridden({ category: 'Research' }, 5);
          return { tool };
        },
      },
    });
    const name = await row('Name');
    await user.click(name.getByRole('button', { name: 'Use the base value of Name' }));
    expect(name.getByRole('textbox')).toHaveValue('Search');
    expect(name.getByRole('textbox')).toHaveFocus();
    expect(name.queryByText('Overridden')).not.toBeInTheDocument();
    await user.click(save());
    await waitFor(() =>
      expect(server.of('OverrideForm_save')[0]?.variables?.input).toEqual({ slug: 'search', version: 4, name: null }),
    );
    await waitFor(() => expect(save()).toBeDisabled());
    expect((await row('Category')).getByText('Overridden')).toBeVisible();
  });

  it('does not let approval be taken away', async () => {
    renderEditor(() => ({ ...asBuilt, permissionPolicy: 'ALWAYS_ASK' }));
    expect((await row('Policy')).getByRole('combobox')).toBeDisabled();
  });

  it('refuses on the spot what cannot be right', async () => {
    const { user, server } = renderEditor(() => asBuilt);
    await user.clear((await row('Name')).getByRole('textbox'));
    const sections = (await row('Output sections')).getByRole('textbox');
    await user.clear(sections);
    await user.type(sections, 'table');
    await user.click(save());
    expect(await screen.findByText('Write a name, or use the base value.')).toBeVisible();
    expect(screen.getByText('Write a JSON list of sections, such as [ ].')).toBeVisible();
    expect(server.of('OverrideForm_save')).toEqual([]);
  });

  it('shows on the row what the server says about a part of it', async () => {
    const { user } = renderEditor(() => asBuilt, {
      fields: {
        upsertToolOverride: () =>
          refuse('BAD_USER_INPUT', 'Check the input.', {
            fields: [{ path: ['outputSections', '0', 'label'], message: 'Give it a heading.' }],
          }),
      },
    });
    const sections = await row('Output sections');
    await user.clear(sections.getByRole('textbox'));
    await user.click(sections.getByRole('textbox'));
    await user.paste('[{ "key": "hits", "label": "", "type": "table" }]');
    await user.click(save());
    expect(await sections.findByText('Give it a heading.')).toBeVisible();
  });

  it('tells who saved in between and what, and brings that in without losing what was typed', async () => {
    let tool = overridden({ category: 'Research' }, 1);
    const { user, server } = renderEditor(() => tool, {
      fields: {
        upsertToolOverride: ({ input }) => {
          if (input.version === tool.version) return { tool: overridden({ ...input, category: 'Archive' }, 3) };
          return refuse('CONFLICT', 'Grace Hopper saved this tool in the meantime.', {
            current: {
              version: 2,
              changed: { category: 'Archive', icon: null },
              updatedBy: 'Grace Hopper',
              updatedAt: '2026-03-01T10:00:00.000Z',
            },
          });
        },
      },
    });
    const name = await row('Name');
    await user.type(name.getByRole('textbox'), ' it');
    tool = overridden({ category: 'Archive' }, 2);
    await user.click(save());

    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Grace Hopper saved version 2');
    expect(
      within(note)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Category: Archive', 'Icon: the base value']);
    await user.click(within(note).getByRole('button', { name: 'Load the present version' }));
    await waitFor(async () => expect((await row('Category')).getByRole('textbox')).toHaveValue('Archive'));
    expect(name.getByRole('textbox')).toHaveValue('Search it');
    expect(screen.queryByText(/in the meantime/)).not.toBeInTheDocument();

    await user.click(save());
    await waitFor(() =>
      expect(server.of('OverrideForm_save').at(-1)?.variables?.input).toEqual({
        slug: 'search',
        version: 2,
        name: 'Search it',
      }),
    );
  });

  it('notices a save from elsewhere before anything is sent, and follows it at once where nothing was typed', async () => {
    let tool = asBuilt;
    const three = ['mine', 'theirs', 'idle'].map((name) => (
      <section key={name} aria-label={name}>
        <OverrideEditor slug="search" />
      </section>
    ));
    const { user } = renderSettings(<div>{three}</div>, {
      permissions: everyToolRight,
      fields: {
        editableTool: () => tool,
        upsertToolOverride: ({ input: { category } }) => {
          tool = overridden({ category });
          return { tool };
        },
      },
    });
    const [mine, theirs, idle] = ['mine', 'theirs', 'idle'].map((name) => within(screen.getByRole('region', { name })));
    await user.type(await mine!.findByRole('textbox', { name: 'Name' }), '!');
    await user.type(theirs!.getByRole('textbox', { name: 'Category' }), '2');
    await user.click(theirs!.getByRole('button', { name: 'Save override' }));

    expect(await mine!.findByText('This tool was changed in the meantime')).toBeVisible();
    expect(mine!.getByRole('textbox', { name: 'Category' })).toHaveValue('Web');
    expect(idle!.getByRole('textbox', { name: 'Category' })).toHaveValue('Web2');
    expect(theirs!.queryByText(/in the meantime/)).not.toBeInTheDocument();
    await user.click(mine!.getByRole('button', { name: 'Load the present version' }));
    await waitFor(() => expect(mine!.getByRole('textbox', { name: 'Category' })).toHaveValue('Web2'));
    expect(mine!.getByRole('textbox', { name: 'Name' })).toHaveValue('Search!');
    expect(mine!.queryByText(/in the meantime/)).not.toBeInTheDocument();
  });

  it('says so when the tool was reset in between', async () => {
    const { user } = renderEditor(() => overridden({ name: 'Web search' }, 3), {
      fields: {
        upsertToolOverride: () =>
          refuse('CONFLICT', 'Somebody reset this tool.', {
            current: { version: 0, changed: { name: null }, updatedBy: null, updatedAt: null },
          }),
      },
    });
    await user.type((await row('Name')).getByRole('textbox'), '!');
    await user.click(save());
    expect(await screen.findByText('This tool was reset in the meantime')).toBeVisible();
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });

  it('shows any other refusal with what to do', async () => {
    const { user } = renderEditor(() => asBuilt, {
      fields: { upsertToolOverride: () => refuse('FORBIDDEN', 'You need tools.system.override.') },
    });
    await user.type((await row('Name')).getByRole('textbox'), '!');
    await user.click(save());
    expect(await screen.findByText('You need tools.system.override.')).toBeVisible();
    expect((await row('Name')).getByRole('textbox')).toHaveValue('Search!');
  });

  it('resets everything only after a question', async () => {
    let tool = overridden({ name: 'Web search' }, 2);
    const { user, server } = renderEditor(() => tool, {
      fields: {
        resetToolOverride: () => {
          tool = asBuilt;
          return { tool };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Reset all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset Web search?' }));
    expect(server.of('OverrideForm_reset')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Reset tool' }));
    await waitFor(async () => expect((await row('Name')).getByRole('textbox')).toHaveValue('Search'));
    expect(screen.queryByText('Overridden')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset all' })).toBeDisabled();
    expect(server.of('OverrideForm_reset').map(({ variables }) => variables?.input)).toEqual([
      { slug: 'search', version: 2 },
    ]);
  });

  it('keeps its history one tab away, and follows what is restored there', async () => {
    let tool: AdminTool = { ...overridden({ name: 'Web search' }, 2), versions: [aVersion(2), aVersion(1)] };
    const { user, server } = renderEditor(() => tool, {
      fields: {
        restoreToolVersion: () => {
          tool = { ...overridden({ name: 'Old search' }, 3), versions: [aVersion(3), aVersion(2), aVersion(1)] };
          return { tool };
        },
      },
    });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1?' }));
    await user.click(dialog.getByRole('button', { name: 'Restore version' }));
    expect(await screen.findByRole('row', { name: /3 Present/ })).toBeVisible();
    expect(server.of('VersionHistory_restore').map(({ variables }) => variables?.input)).toEqual([
      { slug: 'search', version: 1, toolVersion: 2 },
    ]);
    await user.click(screen.getByRole('tab', { name: 'Override' }));
    await waitFor(async () => expect((await row('Name')).getByRole('textbox')).toHaveValue('Old search'));
  });

  it('is only to look at without the right to override', async () => {
    renderEditor(() => asBuilt, { permissions: ['tools.tenant.update'] });
    expect((await row('Name')).getByRole('textbox')).toBeDisabled();
    expect(screen.getByText('Only to look at')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save override' })).not.toBeInTheDocument();
  });

  it('says so when there is no built-in tool of that name', async () => {
    renderEditor(() => null);
    expect(await screen.findByText('Nothing to override here')).toBeVisible();
  });

  it('offers another try when the tool cannot be loaded', async () => {
    let broken = true;
    const { user } = renderEditor(() => (broken ? refuse('INTERNAL_SERVER_ERROR', 'It broke.') : asBuilt));
    await screen.findByRole('alert');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await row('Name')).getByRole('textbox')).toHaveValue('Search');
  });
});
