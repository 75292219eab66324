import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const ROI = 'roi-calculator';
const BUILT_IN = 'manageTools';
const SAVE = `mutation ($input: UpsertGlobalToolOverrideInput!) {
  upsertGlobalToolOverride(input: $input) { override { slug enabled name permissionPolicy version } }
}`;
const RESET = 'mutation ($input: ResetGlobalToolOverrideInput!) { resetGlobalToolOverride(input: $input) { slug } }';
const OWN = 'mutation ($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { version } } }';
const TOOL = 'query ($slug: String!) { tool(slug: $slug) { name permissionPolicy } }';
const NEWS = 'subscription { toolsChanged { all } }';

let app: TestApp;
let stories: [Story, Story];
let ours: Client;
let theirs: Client;
let operator: Client;
beforeAll(async () => {
  app = await createTestApp();
  stories = [await tellStory(app), await tellStory(app)];
  [ours, theirs] = [await stories[0].as('admin'), await stories[1].as('admin')];
  operator = stories[0].operator;
});
afterAll(() => app.close());
afterEach(async () => {
  for (const slug of [ROI, BUILT_IN]) await operator.get(RESET, { input: { slug } });
});

const save = async (input: object) =>
  (await operator.get(SAVE, { input })).upsertGlobalToolOverride.override as Record<string, unknown>;
const seen = async (client: Client, slug: string) => (await client.get(TOOL, { slug })).tool;

it('holds for every tenant at once, until it is reset', async () => {
  for (const client of [ours, theirs]) expect(await seen(client, BUILT_IN)).toBeNull();
  expect(await save({ slug: BUILT_IN, enabled: true })).toMatchObject({ slug: BUILT_IN, enabled: true, version: 1 });
  for (const client of [ours, theirs]) expect(await seen(client, BUILT_IN)).not.toBeNull();
  const changed = await save({ slug: BUILT_IN, name: 'Tool keeper' });
  expect(changed).toMatchObject({ enabled: true, name: 'Tool keeper', version: 2 });
  for (const client of [ours, theirs]) expect(await seen(client, BUILT_IN)).toMatchObject({ name: 'Tool keeper' });
  for (const _twice of [1, 2]) expect(await operator.get(RESET, { input: { slug: BUILT_IN } })).toBeDefined();
  for (const client of [ours, theirs]) expect(await seen(client, BUILT_IN)).toBeNull();
});

it('leaves what a tenant says itself, but not the approval that it adds', async () => {
  await ours.get(OWN, { input: { slug: ROI, name: 'Ours' } });
  await save({ slug: ROI, name: 'For all', permissionPolicy: 'ALWAYS_ASK' });
  expect(await seen(ours, ROI)).toEqual({ name: 'Ours', permissionPolicy: 'ALWAYS_ASK' });
  expect(await seen(theirs, ROI)).toEqual({ name: 'For all', permissionPolicy: 'ALWAYS_ASK' });
});

it('is heard by followers in every tenant', async () => {
  const [mine, other] = [await ours.follow(NEWS), await theirs.follow(NEWS)];
  for (const act of [() => save({ slug: ROI, icon: 'star' }), () => operator.get(RESET, { input: { slug: ROI } })]) {
    const heard = Promise.all([mine.next!(), other.next!()]);
    await act();
    expect(await heard).toEqual([{ toolsChanged: { all: false } }, { toolsChanged: { all: false } }]);
  }
  await Promise.all([mine.end!(), other.end!()]);
});

it('is refused like any other save: stale, unknown, or taking approval away', async () => {
  await save({ slug: ROI, icon: 'star' });
  const code = (input: object) => operator.code(SAVE, { input });
  expect(await code({ slug: ROI, version: 0, icon: 'moon' })).toBe('CONFLICT');
  expect(await code({ slug: 'unknown', icon: 'moon' })).toBe('NOT_FOUND');
  expect(await code({ slug: BUILT_IN, permissionPolicy: 'AUTO' })).toBe('BAD_USER_INPUT');
  expect(await code({ slug: ROI })).toBe('BAD_USER_INPUT');
});

it('is written down in the log of the default tenant, with who did it', async () => {
  const acts = () =>
    app.database.system.auditEntry.findMany({
      where: { tenantId: DEFAULT_TENANT.id, action: { startsWith: 'toolOverride.' } },
      orderBy: { seq: 'asc' },
    });
  const before = (await acts()).length;
  await save({ slug: ROI, enabled: false });
  await operator.get(RESET, { input: { slug: ROI } });
  const written = (await acts()).slice(before);
  expect(written.map(({ action, actorLabel }) => [action, actorLabel])).toEqual([
    ['toolOverride.saved', 'operator'],
    ['toolOverride.reset', 'operator'],
  ]);
});

describe('nobody in a tenant', () => {
  const rowsForAll = () => app.database.system.tool.findMany({ where: { tenantId: DEFAULT_TENANT.id } });

  it('can change what holds for all, whatever their role', async () => {
    const before = await rowsForAll();
    const key = await stories[0].key({ role: 'system_admin' });
    const insider = clientFor(app, operatorIn(stories[0].tenant));
    for (const client of [await stories[0].as('system_admin'), ours, key, insider]) {
      expect(await client.code(SAVE, { input: { slug: ROI, enabled: false } })).toBe('FORBIDDEN');
      expect(await client.code(RESET, { input: { slug: ROI } })).toBe('FORBIDDEN');
    }
    expect(await rowsForAll()).toEqual(before);
  });

  it('touches the row for all with a change or a reset of their own', async () => {
    await save({ slug: ROI, icon: 'star' });
    const before = await rowsForAll();
    await theirs.get(OWN, { input: { slug: ROI, icon: 'moon' } });
    await theirs.get(
      'mutation ($input: ResetToolOverrideInput!) { resetToolOverride(input: $input) { tool { slug } } }',
      {
        input: { slug: ROI },
      },
    );
    expect(await rowsForAll()).toEqual(before);
  });
});
