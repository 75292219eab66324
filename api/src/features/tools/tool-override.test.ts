import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#access/context.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditOf, castOf, create, override, remove, reset, restore, rowOf } from './authoring-test-bench.ts';
import { findToolVersions, historyOfOverride } from './tool-versions.ts';
import type { UpsertToolOverrideInput } from './upsert-tool-override.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { contextOf, newContext } = castOf(() => app);
const slug = 'webSearch';
const historyOf = async (ctx: Context) =>
  (await findToolVersions(ctx, historyOfOverride(slug))).map(({ version, content }) => [version, content]);

describe('a change of a built-in tool', () => {
  it('changes what is given, counts up, and goes back with null or by a reset', async () => {
    const ctx = await newContext();
    expect(await override(ctx, { slug: 'webSearch', version: 0, enabled: true, name: 'Search' })).toMatchObject({
      version: 1,
    });
    const sections = [{ key: 'answer', label: 'Answer', type: 'summary' }];
    await override(ctx, { slug: 'webSearch', version: 1, permissionPolicy: 'always_ask', outputSections: sections });
    expect(await rowOf(ctx, 'webSearch')).toMatchObject({
      kind: 'SYSTEM_OVERRIDE',
      enabled: true,
      name: 'Search',
      permissionPolicy: 'always_ask',
      outputSections: sections,
      inputSchema: null,
      revision: 2,
    });
    await override(ctx, { slug: 'webSearch', name: null, outputSections: null, permissionPolicy: 'auto' });
    const row = await rowOf(ctx, 'webSearch');
    expect(row).toMatchObject({ name: null, outputSections: null, permissionPolicy: 'auto', revision: 3 });
    expect((await auditOf(ctx, row.id)).map(({ details }) => details)).toMatchObject([
      { version: 1, schemaVersion: 1, changed: ['enabled', 'name'] },
      { version: 2, changed: ['permissionPolicy', 'outputSections'] },
      { version: 3, changed: ['name', 'permissionPolicy', 'outputSections'] },
    ]);
    expect(await reset(ctx, { slug: 'webSearch' })).toBe('webSearch');
    expect(await reset(ctx, { slug: 'webSearch' })).toBe('webSearch');
    expect(await ctx.db.tool.count()).toBe(0);
  });

  it.each<[string, UpsertToolOverrideInput, string]>([
    ['loosens the policy', { slug: 'deleteAll', permissionPolicy: 'auto' }, 'permissionPolicy'],
    ['contradicts where it runs', { slug: 'deleteAll', visibility: 'visible' }, 'visibility'],
    ['has an empty name', { slug: 'webSearch', name: '' }, 'name'],
    ['changes nothing', { slug: 'webSearch' }, 'slug'],
    ['is of a tool of the tenant', { slug: 'mine', enabled: false }, 'slug'],
  ])('is refused when it %s', async (_case, input, path) => {
    const ctx = await newContext();
    await create(ctx, 'mine');
    await expect(override(ctx, input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { fields: [{ path: [path] }] },
    });
    expect(await ctx.db.tool.count()).toBe(1);
  });

  it('is refused for tools of others and none, and when it is stale', async () => {
    const ctx = await newContext();
    for (const slug of ['imsOnly', 'gone'])
      await expect(override(ctx, { slug, enabled: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(override(ctx, { slug: 'webSearch', version: 3, enabled: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: 0 } },
    });
    await override(ctx, { slug: 'webSearch', enabled: true });
    await override(ctx, { slug: 'webSearch', name: 'Search' });
    await expect(override(ctx, { slug: 'webSearch', version: 1, name: 'Mine' })).rejects.toMatchObject({
      details: { current: { version: 2, changed: { name: 'Search' } } },
    });
  });
});

describe('the history of a built-in tool', () => {
  it('keeps what each save decided; the same again makes no new version', async () => {
    const ctx = await newContext();
    await override(ctx, { slug, enabled: true });
    await override(ctx, { slug, enabled: true });
    await override(ctx, { slug, name: 'Search' });
    await reset(ctx, { slug });
    expect(await historyOf(ctx)).toEqual([
      [4, {}],
      [3, { enabled: true, name: 'Search' }],
      [1, { enabled: true }],
    ]);
    expect(await historyOf(await newContext())).toEqual([]);
  });

  it('can be restored from, also after a reset, and never over an unseen change', async () => {
    const ctx = await newContext();
    await override(ctx, { slug, enabled: true, name: 'Search' });
    await override(ctx, { slug, name: null, icon: 'globe' });
    await expect(restore(ctx, { slug, version: 1, toolVersion: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: 2, changed: { icon: 'globe', name: null } } },
    });
    expect(await restore(ctx, { slug, version: 1, toolVersion: 2 })).toMatchObject({ version: 3 });
    const row = await rowOf(ctx, slug);
    expect(row).toMatchObject({ enabled: true, name: 'Search', icon: null, revision: 3 });
    expect((await auditOf(ctx, row.id)).at(-1)).toMatchObject({ action: 'toolOverride.restored' });
    await reset(ctx, { slug });
    expect(await restore(ctx, { slug, version: 2 })).toMatchObject({ version: 5 });
    expect(await rowOf(ctx, slug)).toMatchObject({ enabled: true, name: null, icon: 'globe' });
    await expect(restore(ctx, { slug, version: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is shown to editors with what each save changed, also across a reset', async () => {
    const story = await tellStory(app);
    const admin = await story.as('admin');
    const save = (words: object) =>
      admin.get(
        'mutation($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { version } } }',
        { input: { slug: 'roi-calculator', ...words } },
      );
    await save({ name: 'Return' });
    await save({ icon: 'coins' });
    await admin.get(
      'mutation { resetToolOverride(input: { slug: "roi-calculator", version: 2 }) { tool { version } } }',
    );
    const { editableTool } = await admin.get(
      '{ editableTool(slug: "roi-calculator") { version versions { version changes { path change after } } } }',
    );
    expect(editableTool.version).toBe(0);
    expect(editableTool.versions).toEqual([
      {
        version: 3,
        changes: [
          { path: 'icon', change: 'REMOVED', after: null },
          { path: 'name', change: 'REMOVED', after: null },
        ],
      },
      { version: 2, changes: [{ path: 'icon', change: 'ADDED', after: 'coins' }] },
      { version: 1, changes: [{ path: 'name', change: 'ADDED', after: 'Return' }] },
    ]);
  });

  it('is restored only by those who may override', async () => {
    const story = await tellStory(app);
    await override(await contextOf(story), { slug, enabled: true });
    const { viewer } = await story.key({ permissions: ['tools.tenant.read', 'tools.tenant.update'] });
    const editor = app.createContext(viewer, 'request');
    await expect(restore(editor, { slug, version: 1 })).rejects.toMatchObject({ permission: 'tools.system.override' });
  });
});

describe('after a reset', () => {
  it('the numbers go on, so that an edit of what was there before never fits', async () => {
    const ctx = await newContext();
    await override(ctx, { slug, enabled: true });
    await reset(ctx, { slug });
    expect(await override(ctx, { slug, version: 0, name: 'Anew' })).toMatchObject({ version: 3 });
    for (const version of [1, 2]) {
      await expect(override(ctx, { slug, version, name: 'Stale' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { current: { version: 3, changed: { name: 'Anew' } } },
      });
    }
    expect(await rowOf(ctx, slug)).toMatchObject({ name: 'Anew', enabled: null });
  });

  it.each([
    ['reset', reset],
    ['deleted', remove],
  ] as const)('or before, it is not %s over a change that the caller did not see', async (_word, takeAway) => {
    const ctx = await newContext();
    await override(ctx, { slug, enabled: true });
    await override(ctx, { slug, name: 'Search' });
    await expect(takeAway(ctx, { slug, version: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: 2, changed: { name: 'Search' } } },
    });
    expect(await rowOf(ctx, slug)).toMatchObject({ revision: 2 });
    expect(await takeAway(ctx, { slug, version: 2 })).toBe(slug);
    expect(await ctx.db.tool.count()).toBe(0);
  });
});
