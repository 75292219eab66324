import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../../../test/fake-server.ts';
import { anAdminTool, everyToolRight } from './admin-test-kit.ts';
import { VersionHistory } from './version-history.tsx';

const at = '2026-03-01T10:00:00.000Z';
const later = '2026-03-05T10:00:00.000Z';

const schema = { type: 'object', properties: { total: { type: 'number' } } };

const differences = [
  { path: 'fields.city.label', change: 'CHANGED', before: 'Town', after: 'City' },
  { path: 'fields.zip', change: 'ADDED', before: null, after: 'text' },
  { path: 'requiredPermission', change: 'REMOVED', before: 'keys.tenant.read', after: null },
  { path: 'fields', change: 'MOVED', before: ['city', 'zip'], after: ['zip', 'city'] },
  { path: 'outputSchema', change: 'CHANGED', before: null, after: schema },
];

function aVersion(version: number, changes: (since: number) => object[]) {
  return {
    version,
    hash: `hash-${version}`,
    content: {},
    createdBy: `Person ${version}`,
    createdAt: at,
    lastSavedAt: version === 1 ? later : at,
    changes: ({ since }: { since: number }) => changes(since),
  };
}

const threeVersions = () => [
  aVersion(3, (since) => (since === 2 ? differences : [])),
  aVersion(2, () => []),
  aVersion(1, () => []),
];

type Options = { versions?: object[]; fields?: FakeFields; permissions?: string[]; onRestored?: () => void };

function renderHistory({ versions = threeVersions(), fields, permissions, onRestored }: Options = {}) {
  return renderSettings(<VersionHistory slug="mail" onRestored={onRestored} />, {
    permissions: permissions ?? everyToolRight,
    fields: {
      editableTool: () => anAdminTool('mail', { origin: 'TENANT', kind: 'TENANT_CUSTOM', version: 7, versions }),
      ...fields,
    },
  });
}

async function confirmRestoring(user: ReturnType<typeof renderHistory>['user'], version: number) {
  await user.click(await screen.findByRole('button', { name: `Restore version ${version}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Restore version ${version}?` }));
  await user.click(dialog.getByRole('button', { name: 'Restore version' }));
}

describe('the version history', () => {
  it('lists who saved each version, and offers to restore all but the present one', async () => {
    renderHistory();
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['3 Present', '2 ', '1 ']);
    expect(rows[1]).toHaveTextContent('Person 2');
    expect(rows[2]).toHaveTextContent('the same again');
    expect(within(rows[0]!).queryByRole('button')).not.toBeInTheDocument();
    expect(within(rows[2]!).getByRole('button', { name: 'Restore version 1' })).toBeVisible();
  });

  it('compares the latest with the one before, in words', async () => {
    renderHistory();
    const list = within(await screen.findByRole('list', { name: 'Differences' }));
    const [changed, added, removed, moved] = list.getAllByRole('listitem').map((item) => item.textContent);
    expect(changed).toBe('ChangedInput › city › labelBefore: TownAfter: City');
    expect(added).toBe('AddedInput › zipAfter: text');
    expect(removed).toBe('RemovedPermissionBefore: keys.tenant.read');
    expect(moved).toBe('MovedInputBefore: city, zipAfter: zip, city');
    expect(screen.getByText('5 differences')).toBeVisible();
  });

  it('folds a long value until it is asked for', async () => {
    const { user } = renderHistory();
    const fold = await screen.findByText('Show all of Output schema after');
    expect(fold.closest('details')).not.toHaveAttribute('open');
    await user.click(fold);
    expect(screen.getByRole('region', { name: 'Output schema after' })).toHaveTextContent('"total"');
  });

  it('compares any other two', async () => {
    const { user, server } = renderHistory();
    await screen.findByText('5 differences');
    await user.click(screen.getByRole('combobox', { name: 'From' }));
    await user.click(await screen.findByRole('option', { name: 'Version 1' }));
    expect(await screen.findByText('These two are the same.')).toBeVisible();
    expect(server.of('VersionComparisonQuery').map(({ variables }) => variables?.since)).toEqual([2, 1]);
  });

  it('restores after a question, shows the new version and tells the page', async () => {
    const versions = threeVersions();
    const onRestored = vi.fn();
    const { user, server } = renderHistory({
      versions,
      onRestored,
      fields: {
        restoreToolVersion: () => {
          versions.unshift(aVersion(4, () => []));
          return { tool: anAdminTool('mail', { version: 9 }) };
        },
      },
    });
    await confirmRestoring(user, 1);
    expect(await screen.findByRole('row', { name: /4 Present/ })).toBeVisible();
    expect(onRestored).toHaveBeenCalledOnce();
    expect(server.of('VersionHistory_restore').map(({ variables }) => variables?.input)).toEqual([
      { slug: 'mail', version: 1, toolVersion: 7 },
    ]);
  });

  it('shows what restoring would break, and goes on only when told to', async () => {
    const onRestored = vi.fn();
    const { user, server } = renderHistory({
      onRestored,
      fields: {
        restoreToolVersion: ({ input }) => {
          if (input.acknowledgeImpact) return { tool: anAdminTool('mail') };
          const impact = [{ kind: 'composition', subject: 'report', message: 'Step one calls it.' }];
          return refuse('CONFLICT', 'This change breaks one thing.', { impact });
        },
      },
    });
    await confirmRestoring(user, 2);
    let dialog = await screen.findByRole('dialog', { name: 'This breaks 1 thing' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(onRestored).not.toHaveBeenCalled();

    await confirmRestoring(user, 2);
    dialog = await screen.findByRole('dialog', { name: 'This breaks 1 thing' });
    expect(dialog).toHaveTextContent('Composition report: Step one calls it.');
    await user.click(within(dialog).getByRole('button', { name: 'Go on anyway' }));
    await waitFor(() => expect(onRestored).toHaveBeenCalledOnce());
    expect(server.of('VersionHistory_restore').at(-1)?.variables?.input).toEqual({
      slug: 'mail',
      version: 2,
      toolVersion: 7,
      acknowledgeImpact: true,
    });
  });

  it('tells why restoring failed', async () => {
    const { user } = renderHistory({
      fields: { restoreToolVersion: () => refuse('CONFLICT', 'The tool broken-step is gone. Make it first.') },
    });
    await confirmRestoring(user, 1);
    expect(await screen.findByText('The tool broken-step is gone. Make it first.')).toBeVisible();
  });

  it('has nothing to compare with a single version', async () => {
    renderHistory({ versions: [aVersion(1, () => [])] });
    expect(await screen.findByText(/This is the first version/)).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('says what would be here when there is none', async () => {
    renderHistory({ versions: [] });
    expect(await screen.findByText('No versions yet')).toBeVisible();
  });

  it('is only to look at without the right to change tools', async () => {
    renderHistory({ permissions: ['tools.tenant.read'] });
    await screen.findByRole('row', { name: /3 Present/ });
    expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  });

  it.each([
    ['tools.tenant.update', 0],
    ['tools.system.override', 2],
  ])('of a built-in tool offers those with %s %i versions to restore', async (permission, count) => {
    const versions = threeVersions();
    renderHistory({
      fields: { editableTool: () => anAdminTool('mail', { origin: 'SYSTEM', versions }) },
      permissions: ['tools.tenant.read', permission],
    });
    await screen.findByRole('row', { name: /3 Present/ });
    expect(screen.queryAllByRole('button', { name: /^Restore/ })).toHaveLength(count);
  });

  it('offers another try when it cannot be loaded', async () => {
    let broken = true;
    const { user } = renderHistory({
      fields: {
        editableTool: () =>
          broken ? refuse('INTERNAL_SERVER_ERROR', 'It broke.') : anAdminTool('mail', { versions: threeVersions() }),
      },
    });
    await screen.findByRole('alert');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /3 Present/ })).toBeVisible();
  });
});
