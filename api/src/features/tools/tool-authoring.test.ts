import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '#access/context.ts';
import { newRequestId } from '#platform/ids.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { type Role, type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { toCodeTool } from './code-tools.ts';
import { type CreateToolInput, createTool } from './create-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { PUBLISH_LISTENERS } from './publish-impact.ts';
import { resetToolOverride } from './reset-tool-override.ts';
import { resolveShelf } from './resolve-shelf.ts';
import { restoreToolVersion } from './restore-tool-version.ts';
import { findToolVersions } from './tool-versions.ts';
import type { Workshop } from './tool-workshop.ts';
import { updateTool } from './update-tool.ts';
import { upsertToolOverride } from './upsert-tool-override.ts';

const code = (slug: string, more: Partial<ToolDefinition> = {}) =>
  toCodeTool(
    defineTool({
      slug,
      name: slug,
      description: 'A tool in code.',
      category: 'test',
      icon: 'wrench',
      origin: 'system',
      input: z.object({ query: z.string() }),
      output: z.object({ answer: z.string() }),
      execute: () => ({ answer: '' }),
      ...more,
    } as ToolDefinition),
  );
const CODE_TOOLS = [
  code('webSearch'),
  code('deleteAll', { permissionPolicy: 'always_ask', executionType: 'internal' }),
  code('imsOnly', { tenantSlugs: ['ims'] }),
];
const FIELD = { name: 'city', label: 'City', type: 'text', required: true };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const contextOf = async (story: Story, role: Role = 'admin') =>
  app.createContext((await story.as(role)).viewer, newRequestId());
const newContext = async () => contextOf(await tellStory(app));

async function workshopOf(ctx: Context): Promise<Workshop> {
  const tools = resolveShelf(CODE_TOOLS, { global: [], tenant: await ctx.db.tool.findMany() });
  return {
    shelf: { tools, find: (slug) => tools.find((tool) => tool.slug === slug), secretsSet: new Set() },
    runnableKinds: new Set(['http', 'static', 'composition']),
    admitted: [],
    listeners: PUBLISH_LISTENERS,
  };
}

const draft = (slug: string, more: object = {}): CreateToolInput => ({
  slug,
  name: `Tool ${slug}`,
  description: 'Use it in tests.',
  category: 'test',
  icon: 'wrench',
  fields: [FIELD],
  outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}' },
  ...more,
});
const create = async (ctx: Context, slug: string, more: object = {}) =>
  createTool(ctx, draft(slug, more), await workshopOf(ctx));
const update = async (ctx: Context, input: Parameters<typeof updateTool>[1]) =>
  updateTool(ctx, input, await workshopOf(ctx));
const override = async (ctx: Context, input: Parameters<typeof upsertToolOverride>[1]) =>
  upsertToolOverride(ctx, input, await workshopOf(ctx));
const rowOf = (ctx: Context, slug: string) => ctx.db.tool.findFirstOrThrow({ where: { slug } });
const auditOf = async (ctx: Context, id: string) =>
  (await ctx.db.auditEntry.findMany({ where: { targetId: id }, orderBy: { seq: 'asc' } })).map((entry) => entry);
const composition = (toolSlug: string, inputMap: object = { city: 'Rome' }, output: object = {}) => ({
  kind: 'composition',
  steps: [{ id: 'one', toolSlug, inputMap }],
  output,
});

describe('creating a tool', () => {
  it('stores it with version 1, its first schema version and a note in the audit log', async () => {
    const ctx = await newContext();
    const saved = await create(ctx, 'weather', { permissionPolicy: 'always_ask', requiredPermission: 'web.use' });
    expect(saved).toMatchObject({ slug: 'weather', version: 1 });
    expect(await rowOf(ctx, 'weather')).toMatchObject({
      kind: 'TENANT_CUSTOM',
      revision: 1,
      enabled: true,
      permissionPolicy: 'always_ask',
      requiredPermission: 'web.use',
      executionType: 'gateway',
      visibility: 'visible',
      inputSchema: { type: 'object', required: ['city'] },
      display: null,
    });
    expect(await findToolVersions(ctx, saved.id)).toMatchObject([
      { version: 1, content: { fields: [FIELD], executionSpec: { kind: 'http', method: 'GET' } } },
    ]);
    expect(await auditOf(ctx, saved.id)).toMatchObject([
      { action: 'tool.created', permission: 'tools.tenant.create', details: { slug: 'weather', version: 1 } },
    ]);
  });

  it.each(['webSearch', 'mine', 'my:tool', 'imsOnly'])('refuses the slug %s, which is taken', async (slug) => {
    const ctx = await newContext();
    await create(ctx, 'mine');
    await create(ctx, 'my_tool');
    await expect(create(ctx, slug)).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
      details: { fields: [{ path: ['slug'] }] },
    });
    expect(await ctx.db.tool.count()).toBe(2);
  });

  it('lets one of two win who take a slug at the same moment', async () => {
    const ctx = await newContext();
    const workshop = await workshopOf(ctx);
    const outcomes = await Promise.allSettled([1, 2].map(() => createTool(ctx, draft('same'), workshop)));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'SLUG_TAKEN' });
  });

  it('refuses what is wrong and stores nothing', async () => {
    const ctx = await newContext();
    await expect(create(ctx, 'new')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(create(ctx, 'bad', { executionSpec: composition('gone') })).rejects.toMatchObject({
      details: { fields: [{ path: ['executionSpec', 'steps', '0', 'toolSlug'] }] },
    });
    await expect(create(ctx, 'bad', { executionSpec: composition('imsOnly') })).rejects.toThrow('There is no tool');
    expect(await ctx.db.tool.count()).toBe(0);
    expect(await ctx.db.schemaVersion.count()).toBe(0);
  });
});

describe('changing a tool', () => {
  it('adds one to its version, and a schema version only when what it does changes', async () => {
    const ctx = await newContext();
    const { id } = await create(ctx, 'weather');
    await update(ctx, { slug: 'weather', version: 1, name: 'Forecast' });
    await update(ctx, { slug: 'weather', version: 2, executionSpec: { kind: 'static', output: 1 } });
    const saved = await update(ctx, { slug: 'weather', version: 3, enabled: false });
    expect(saved.version).toBe(4);
    expect(await rowOf(ctx, 'weather')).toMatchObject({ name: 'Forecast', enabled: false, revision: 4 });
    const versions = await findToolVersions(ctx, id);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(versions[0]!.lastSavedAt.getTime()).toBeGreaterThan(versions[0]!.createdAt.getTime());
    expect((await auditOf(ctx, id)).map(({ action, details }) => [action, details])).toMatchObject([
      ['tool.created', { version: 1, schemaVersion: 1 }],
      ['tool.updated', { version: 2, schemaVersion: 1, changed: ['name'] }],
      ['tool.updated', { version: 3, changed: ['executionSpec', 'executionType', 'visibility'] }],
      ['tool.updated', { version: 4, schemaVersion: 2, changed: ['enabled'] }],
    ]);
  });

  it('refuses a stale edit, tells what changed, by whom and when, and overwrites nothing', async () => {
    const story = await tellStory(app);
    const [ctx, other] = [await contextOf(story), await contextOf(story, 'system_admin')];
    await create(ctx, 'weather');
    await update(other, { slug: 'weather', version: 1, description: 'Changed by another.' });
    await update(other, { slug: 'weather', version: 2, category: 'elsewhere' });
    const { updatedAt } = await rowOf(ctx, 'weather');
    const updatedBy = (await story.as('system_admin')).viewer.email;
    const stale = update(ctx, { slug: 'weather', version: 1, name: 'Mine', category: 'mine' });
    await expect(stale).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        current: {
          version: 3,
          changed: { category: 'elsewhere', description: 'Changed by another.' },
          updatedBy,
          updatedAt: updatedAt.toISOString(),
        },
      },
    });
    expect(await rowOf(ctx, 'weather')).toMatchObject({ name: 'Tool weather', category: 'elsewhere', revision: 3 });
  });

  it('lets one of two win who save the same version', async () => {
    const ctx = await newContext();
    const { id } = await create(ctx, 'weather');
    const workshop = await workshopOf(ctx);
    const outcomes = await Promise.allSettled(
      ['A', 'B', 'C'].map((name) => updateTool(ctx, { slug: 'weather', version: 1, name }, workshop)),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    }
    expect(await rowOf(ctx, 'weather')).toMatchObject({ revision: 2 });
    expect(await auditOf(ctx, id)).toHaveLength(2);
  });

  it('knows no tool that is not there, is built in, or is of another tenant', async () => {
    const [ctx, other] = [await newContext(), await newContext()];
    await create(other, 'theirs');
    for (const slug of ['gone', 'theirs', 'imsOnly']) {
      await expect(update(ctx, { slug, version: 1, name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(update(ctx, { slug: 'webSearch', version: 0, name: 'x' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { fields: [{ path: ['slug'] }] },
    });
    expect(await rowOf(other, 'theirs')).toMatchObject({ revision: 1 });
  });

  it('refuses a circle through other compositions', async () => {
    const ctx = await newContext();
    await create(ctx, 'leaf');
    await create(ctx, 'inner', { executionSpec: composition('leaf') });
    await create(ctx, 'outer', { executionSpec: composition('inner') });
    await expect(update(ctx, { slug: 'inner', version: 1, executionSpec: composition('outer') })).rejects.toThrow(
      'inner → outer → inner',
    );
  });
});

describe('a change that breaks something', () => {
  const fields = [{ ...FIELD, name: 'town' }];
  const executionSpec = { kind: 'http', url: 'https://api.example.com/{{input.town}}' };
  const change = { slug: 'base', version: 1, fields, executionSpec };

  it('is listed and refused until it is acknowledged', async () => {
    const ctx = await newContext();
    await create(ctx, 'base', { inputExamples: [{ label: 'Rome', input: { city: 'Rome' } }] });
    await create(ctx, 'user', { executionSpec: composition('base', { city: '{{input.city}}' }) });
    await create(ctx, 'bystander', { executionSpec: composition('webSearch', { query: 'x' }) });
    await expect(update(ctx, change)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        impact: [
          {
            kind: 'composition',
            subject: 'user',
            message: 'Step one: the input city is gone, the input town is needed now.',
          },
          { kind: 'example', subject: 'base' },
        ],
      },
    });
    expect(await rowOf(ctx, 'base')).toMatchObject({ revision: 1 });
    expect(await update(ctx, { ...change, acknowledgeImpact: true })).toMatchObject({ version: 2 });
    expect(await rowOf(ctx, 'base')).toMatchObject({ inputExamples: [] });
  });

  it.each<[string, object, object, string]>([
    ['an input of another type', { fields: [{ ...FIELD, type: 'number' }] }, {}, 'city is now number, not text'],
    ['a new input that is needed', { fields: [FIELD, { ...FIELD, name: 'more' }] }, {}, 'more is needed now'],
    [
      'an output that a step reads',
      { outputSchema: { type: 'object', properties: {} } },
      { all: '{{steps.one.output.id}}' },
      'the output id is gone',
    ],
    [
      'an output of another type',
      { outputSchema: { type: 'object', properties: { id: { type: 'number' } } } },
      { all: '{{steps.one.output.id}}' },
      'the output id has another type',
    ],
  ])('%s', async (_case, changed, output, message) => {
    const ctx = await newContext();
    await create(ctx, 'base');
    await create(ctx, 'user', { executionSpec: composition('base', { city: 'x' }, output) });
    await expect(update(ctx, { slug: 'base', version: 1, ...changed })).rejects.toMatchObject({
      details: { impact: [{ kind: 'composition', subject: 'user', message: expect.stringContaining(message) }] },
    });
  });

  it.each<[string, object]>([
    ['an optional input', { fields: [FIELD, { ...FIELD, name: 'more', required: false }] }],
    ['another label', { fields: [{ ...FIELD, label: 'Town' }] }],
    ['an output nobody reads', { outputSchema: { type: 'object', properties: {} } }],
  ])('is not %s', async (_case, changed) => {
    const ctx = await newContext();
    await create(ctx, 'base');
    await create(ctx, 'user', { executionSpec: composition('base') });
    expect(await update(ctx, { slug: 'base', version: 1, ...changed })).toMatchObject({ version: 2 });
  });

  it('of a section is found too', async () => {
    const ctx = await newContext();
    await create(ctx, 'base', { outputSections: [{ key: 'id', label: 'Number', type: 'summary' }] });
    const outputSchema = { type: 'object', properties: {} };
    await expect(update(ctx, { slug: 'base', version: 1, outputSchema })).rejects.toMatchObject({
      details: { impact: [{ kind: 'outputSection', message: 'Section Number: the output id is gone.' }] },
    });
  });

  it('is not done when a listener cannot tell', async () => {
    const ctx = await newContext();
    await create(ctx, 'base');
    const broken = { ...(await workshopOf(ctx)), listeners: [() => Promise.reject(new Error('no answer'))] };
    const input = { slug: 'base', version: 1, name: 'x', acknowledgeImpact: true };
    await expect(updateTool(ctx, input, broken)).rejects.toThrow('no answer');
    expect(await rowOf(ctx, 'base')).toMatchObject({ revision: 1 });
  });
});

describe('restoring a version', () => {
  const restore = async (ctx: Context, slug: string, version: number) =>
    restoreToolVersion(ctx, { slug, version }, await workshopOf(ctx));

  it('brings back what the tool took and did as a new version, and keeps its name', async () => {
    const ctx = await newContext();
    const { id } = await create(ctx, 'weather');
    await update(ctx, { slug: 'weather', version: 1, name: 'Forecast', executionSpec: { kind: 'static', output: 1 } });
    expect(await restore(ctx, 'weather', 1)).toMatchObject({ version: 3 });
    expect(await rowOf(ctx, 'weather')).toMatchObject({
      name: 'Forecast',
      executionSpec: { kind: 'http' },
      executionType: 'gateway',
      visibility: 'visible',
    });
    const versions = await findToolVersions(ctx, id);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(versions[0]!.hash).toBe(versions[2]!.hash);
    expect((await auditOf(ctx, id)).at(-1)).toMatchObject({ action: 'tool.restored', details: { schemaVersion: 3 } });
  });

  it('refuses what cannot work any more, and versions that never were', async () => {
    const ctx = await newContext();
    await create(ctx, 'leaf');
    await create(ctx, 'user', { executionSpec: composition('leaf') });
    await update(ctx, { slug: 'user', version: 1, executionSpec: { kind: 'static', output: 1 } });
    await deleteTool(ctx, { slug: 'leaf' }, await workshopOf(ctx));
    await expect(restore(ctx, 'user', 1)).rejects.toThrow('There is no tool leaf.');
    await expect(restore(ctx, 'user', 9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('deleting a tool', () => {
  const remove = async (ctx: Context, slug: string, acknowledgeImpact?: boolean) =>
    deleteTool(ctx, { slug, acknowledgeImpact }, await workshopOf(ctx));

  it('removes one of the tenant, and a new one of that name starts anew', async () => {
    const ctx = await newContext();
    const first = await create(ctx, 'mine');
    expect(await remove(ctx, 'mine')).toBe('mine');
    expect(await ctx.db.tool.count()).toBe(0);
    expect((await auditOf(ctx, first.id)).at(-1)).toMatchObject({ action: 'tool.deleted' });
    const second = await create(ctx, 'mine');
    expect((await findToolVersions(ctx, second.id)).map(({ version }) => version)).toEqual([1]);
  });

  it('asks first when a composition calls it', async () => {
    const ctx = await newContext();
    await create(ctx, 'base');
    await create(ctx, 'user', { executionSpec: composition('base') });
    await expect(remove(ctx, 'base')).rejects.toMatchObject({
      details: { impact: [{ subject: 'user', message: 'Step one calls it.' }] },
    });
    expect(await remove(ctx, 'base', true)).toBe('base');
  });

  it('takes back an override, and never code', async () => {
    const ctx = await newContext();
    await override(ctx, { slug: 'webSearch', enabled: true });
    expect(await remove(ctx, 'webSearch')).toBe('webSearch');
    expect(await ctx.db.tool.count()).toBe(0);
    await expect(remove(ctx, 'webSearch')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(remove(ctx, 'gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('overriding a built-in tool', () => {
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
      { version: 1, changed: ['enabled', 'name'] },
      { version: 2, changed: ['permissionPolicy', 'outputSections'] },
      { version: 3, changed: ['name', 'permissionPolicy', 'outputSections'] },
    ]);
    expect(await ctx.db.schemaVersion.count()).toBe(0);
    const workshop = await workshopOf(ctx);
    expect(await resetToolOverride(ctx, { slug: 'webSearch' }, workshop)).toBe('webSearch');
    expect(await resetToolOverride(ctx, { slug: 'webSearch' }, workshop)).toBe('webSearch');
    expect(await ctx.db.tool.count()).toBe(0);
  });

  it.each<[string, Parameters<typeof upsertToolOverride>[1], string]>([
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

it('asks each author for the right before anything else', async () => {
  const story = await tellStory(app);
  const workshop = await workshopOf(await contextOf(story));
  const ctx = await contextOf(story, 'viewer');
  const forbidden = (permission: string) => ({ code: 'FORBIDDEN', permission });
  await expect(createTool(ctx, { slug: '' }, workshop)).rejects.toMatchObject(forbidden('tools.tenant.create'));
  const slug = 'gone';
  await expect(updateTool(ctx, { slug, version: 1 }, workshop)).rejects.toMatchObject(forbidden('tools.tenant.update'));
  await expect(restoreToolVersion(ctx, { slug, version: 1 }, workshop)).rejects.toMatchObject(
    forbidden('tools.tenant.update'),
  );
  await expect(deleteTool(ctx, { slug }, workshop)).rejects.toMatchObject(forbidden('tools.tenant.delete'));
  await expect(upsertToolOverride(ctx, { slug }, workshop)).rejects.toMatchObject(forbidden('tools.system.override'));
  await expect(resetToolOverride(ctx, { slug }, workshop)).rejects.toMatchObject(forbidden('tools.system.override'));
});

it('tells followers of each change after it is stored', async () => {
  const ctx = await newContext();
  const bells = ctx.follow(['Tool']);
  const next = bells.next();
  const { id } = await create(ctx, 'rung');
  expect((await next).value).toMatchObject({ model: 'Tool', id });
  await bells.return?.();
});
