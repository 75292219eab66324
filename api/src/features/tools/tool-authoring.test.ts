import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  auditOf,
  castOf,
  composition,
  create,
  draft,
  FIELD,
  override,
  remove,
  restore,
  rowOf,
  update,
  workshopOf,
} from './authoring-test-bench.ts';
import { createTool } from './create-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { resetToolOverride } from './reset-tool-override.ts';
import { restoreToolVersion } from './restore-tool-version.ts';
import { findToolVersions, historyOfTool } from './tool-versions.ts';
import { updateTool } from './update-tool.ts';
import { upsertToolOverride } from './upsert-tool-override.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { contextOf, newContext } = castOf(() => app);

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
    expect(await findToolVersions(ctx, historyOfTool(saved.id))).toMatchObject([
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

  it('lets one of two win whose names are the same to models', async () => {
    const ctx = await newContext();
    const workshop = await workshopOf(ctx);
    const outcomes = await Promise.allSettled(
      ['crm:find', 'crm_find'].map((slug) => createTool(ctx, draft(slug), workshop)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SLUG_TAKEN' } });
  });

  it('refuses one of two that would call each other, saved at the same moment', async () => {
    const ctx = await newContext();
    await create(ctx, 'left');
    await create(ctx, 'right');
    const workshop = await workshopOf(ctx);
    const calling = (slug: string, other: string) =>
      updateTool(ctx, { slug, version: 1, executionSpec: composition(other, { city: 'x' }) }, workshop);
    const outcomes = await Promise.allSettled([calling('left', 'right'), calling('right', 'left')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ details: { fields: [{ path: expect.arrayContaining(['toolSlug']) }] } });
  });

  it('refuses a composition of a tool that is deleted at the same moment, or the deletion', async () => {
    const ctx = await newContext();
    await create(ctx, 'base');
    const workshop = await workshopOf(ctx);
    const user = draft('user', { executionSpec: composition('base', { city: 'x' }) });
    const outcomes = await Promise.allSettled([
      deleteTool(ctx, { slug: 'base' }, workshop),
      createTool(ctx, user, workshop),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
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
    await update(ctx, { slug: 'weather', version: 2, executionSpec: { kind: 'static', output: {} } });
    const saved = await update(ctx, { slug: 'weather', version: 3, enabled: false });
    expect(saved.version).toBe(4);
    expect(await rowOf(ctx, 'weather')).toMatchObject({ name: 'Forecast', enabled: false, revision: 4 });
    const versions = await findToolVersions(ctx, historyOfTool(id));
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

  it('does not blame anybody for a version that is yet to come', async () => {
    const ctx = await newContext();
    await create(ctx, 'weather');
    const early = update(ctx, { slug: 'weather', version: 7, name: 'Mine' });
    await expect(early).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This tool has no version 7 yet. Look at the present version 1 and save again.',
      details: { current: { version: 1, changed: {} } },
    });
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

  it('refuses to make a composition of a tool that lies deep in others already', async () => {
    const ctx = await newContext();
    await create(ctx, 'level0');
    for (let level = 1; level <= 5; level += 1) {
      await create(ctx, `level${level}`, { executionSpec: composition(`level${level - 1}`) });
    }
    await create(ctx, 'leaf');
    await expect(update(ctx, { slug: 'level0', version: 1, executionSpec: composition('leaf') })).rejects.toMatchObject(
      {
        details: {
          fields: [
            {
              path: ['executionSpec', 'steps', '0', 'toolSlug'],
              message: expect.stringContaining('with leaf level5 has more: level5 → level4'),
            },
          ],
        },
      },
    );
    const given = { executionSpec: composition('leaf', { city: 'Rome', town: 'Rome' }) };
    await expect(update(ctx, { slug: 'level1', version: 1, ...given })).rejects.toThrow('leaf has no input town.');
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
      'an output of which nothing is said any more',
      { outputSchema: null },
      { all: '{{steps.one.output.id}}' },
      'the output id is no longer promised',
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
    ['an output nobody reads any more', { outputSchema: null }],
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
  it('brings back what the tool took and did as a new version, and keeps its name', async () => {
    const ctx = await newContext();
    const { id } = await create(ctx, 'weather');
    await update(ctx, { slug: 'weather', version: 1, name: 'Forecast', executionSpec: { kind: 'static', output: {} } });
    expect(await restore(ctx, { slug: 'weather', version: 1 })).toMatchObject({ version: 3 });
    expect(await rowOf(ctx, 'weather')).toMatchObject({
      name: 'Forecast',
      executionSpec: { kind: 'http' },
      executionType: 'gateway',
      visibility: 'visible',
    });
    const versions = await findToolVersions(ctx, historyOfTool(id));
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(versions[0]!.hash).toBe(versions[2]!.hash);
    expect((await auditOf(ctx, id)).at(-1)).toMatchObject({ action: 'tool.restored', details: { schemaVersion: 3 } });
  });

  it('refuses what cannot work any more, and versions that never were', async () => {
    const ctx = await newContext();
    await create(ctx, 'leaf');
    await create(ctx, 'user', { executionSpec: composition('leaf') });
    await update(ctx, { slug: 'user', version: 1, executionSpec: { kind: 'static', output: {} } });
    await remove(ctx, { slug: 'leaf' });
    await expect(restore(ctx, { slug: 'user', version: 1 })).rejects.toThrow('There is no tool leaf.');
    await expect(restore(ctx, { slug: 'user', version: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses to go over a change that the author did not see', async () => {
    const ctx = await newContext();
    await create(ctx, 'weather');
    await update(ctx, { slug: 'weather', version: 1, executionSpec: { kind: 'static', output: {} } });
    await update(ctx, { slug: 'weather', version: 2, category: 'elsewhere' });
    await expect(restore(ctx, { slug: 'weather', version: 1, toolVersion: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: 3, changed: { category: 'elsewhere' } } },
    });
    expect(await rowOf(ctx, 'weather')).toMatchObject({ executionSpec: { kind: 'static' }, revision: 3 });
    expect(await restore(ctx, { slug: 'weather', version: 1, toolVersion: 3 })).toMatchObject({ version: 4 });
  });
});

describe('deleting a tool', () => {
  it('removes one of the tenant, and a new one of that name starts anew', async () => {
    const ctx = await newContext();
    const first = await create(ctx, 'mine');
    expect(await remove(ctx, { slug: 'mine' })).toBe('mine');
    expect(await ctx.db.tool.count()).toBe(0);
    expect((await auditOf(ctx, first.id)).at(-1)).toMatchObject({ action: 'tool.deleted' });
    const second = await create(ctx, 'mine');
    expect((await findToolVersions(ctx, historyOfTool(second.id))).map(({ version }) => version)).toEqual([1]);
  });

  it('refuses to take away a change that the caller did not see', async () => {
    const ctx = await newContext();
    await create(ctx, 'mine');
    await update(ctx, { slug: 'mine', version: 1, name: 'Better' });
    await expect(remove(ctx, { slug: 'mine', version: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: 2, changed: { name: 'Better' } } },
    });
    expect(await rowOf(ctx, 'mine')).toMatchObject({ revision: 2 });
    expect(await remove(ctx, { slug: 'mine', version: 2 })).toBe('mine');
  });

  it('asks first when a composition calls it', async () => {
    const ctx = await newContext();
    await create(ctx, 'base');
    await create(ctx, 'user', { executionSpec: composition('base') });
    await expect(remove(ctx, { slug: 'base' })).rejects.toMatchObject({
      details: { impact: [{ subject: 'user', message: 'Step one calls it.' }] },
    });
    expect(await remove(ctx, { slug: 'base', acknowledgeImpact: true })).toBe('base');
  });

  it('takes back an override, and never code', async () => {
    const ctx = await newContext();
    await override(ctx, { slug: 'webSearch', enabled: true });
    expect(await remove(ctx, { slug: 'webSearch' })).toBe('webSearch');
    expect(await ctx.db.tool.count()).toBe(0);
    await expect(remove(ctx, { slug: 'webSearch' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(remove(ctx, { slug: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
