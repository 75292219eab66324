import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import type { ToolShelves } from '#toolkit/tool-shelf.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { openShelves } from './open-shelves.ts';
import { readToolRows } from './read-tool-rows.ts';

const CODE_TOOLS = [makeCodeTool('first'), makeCodeTool('second')];

let app: TestApp;
let shelves: ToolShelves;
let ours: string;
let theirs: string;

const open = (more: Partial<TestApp['live']> = {}) =>
  openShelves({
    ...app.database,
    live: { ...app.live, ...more },
    codeTools: CODE_TOOLS,
    runnableKinds: new Set(),
  });

beforeAll(async () => {
  app = await createTestApp();
  shelves = open();
  [ours, theirs] = [(await tellStory(app)).tenant.id, (await tellStory(app)).tenant.id];
});
afterAll(async () => {
  shelves.close();
  await app.close();
});

/** As another process would: the row is there, and the bell has not been heard yet. */
async function rename(tenantId: string, slug: string, name: string): Promise<string> {
  const kind = 'SYSTEM_OVERRIDE';
  const { id } = await app.database.system.tool.upsert({
    where: { tenantId_slug_kind: { tenantId, slug, kind } },
    create: { tenantId, slug, kind, name, updatedBy: 'another process' },
    update: { name },
  });
  return id;
}
const nameOf = async (tenantId: string, slug: string, from = shelves) => (await from.of(tenantId)).find(slug)?.name;

it('keeps a shelf until a bell of its tenant rings', async () => {
  const [kept, other] = [await shelves.of(ours), await shelves.of(theirs)];
  const id = await rename(ours, 'first', 'Heard');
  expect(await shelves.of(ours)).toBe(kept);
  app.live.ring(ours, 'Role', id);
  expect(await shelves.of(ours)).toBe(kept);
  app.live.ring(ours, 'Tool', id);
  expect(await nameOf(ours, 'first')).toBe('Heard');
  expect(await shelves.of(theirs)).toBe(other);
});

it('drops all shelves when a row for all tenants changes', async () => {
  await Promise.all([shelves.of(ours), shelves.of(theirs)]);
  const id = await rename(DEFAULT_TENANT.id, 'second', 'For all');
  app.live.ring(DEFAULT_TENANT.id, 'Tool', id);
  expect([await nameOf(ours, 'second'), await nameOf(theirs, 'second')]).toEqual(['For all', 'For all']);
});

it('knows which secrets are set, of the tenant alone', async () => {
  const data = { key: 'token', hosts: [], sealed: Buffer.from('x'), updatedBy: 'another process' };
  const { id } = await app.database.system.secret.create({ data: { ...data, tenantId: ours } });
  app.live.ring(ours, 'Secret', id);
  expect([...(await shelves.of(ours)).secretsSet]).toEqual(['token']);
  expect([...(await shelves.of(theirs)).secretsSet]).toEqual([]);
});

it('reads anew each time while no bells are heard', async () => {
  const deaf = open({ healthy: () => false });
  await deaf.of(ours);
  await rename(ours, 'first', 'Not heard');
  expect(await nameOf(ours, 'first', deaf)).toBe('Not heard');
  deaf.close();
});

it('drops a shelf that was being read when the bell rang', async () => {
  app.live.ring(ours, 'Tool', 'any');
  const reading = shelves.of(ours);
  const id = await rename(ours, 'first', 'In between');
  app.live.ring(ours, 'Tool', id);
  await reading;
  expect(await nameOf(ours, 'first')).toBe('In between');
});

it('reads once for all who ask at the same moment', async () => {
  app.live.ring(ours, 'Tool', 'any');
  const [one, two] = await Promise.all([shelves.of(ours), shelves.of(ours)]);
  expect(one).toBe(two);
});

it('does not keep a failure', async () => {
  let fails = true;
  const { owner, system } = app.database;
  const query = (text: string, values: unknown[]) =>
    fails ? Promise.reject(new Error('The database is away.')) : owner.query(text, values);
  const flaky = openShelves({
    owner: { query } as unknown as typeof owner,
    system,
    live: app.live,
    codeTools: CODE_TOOLS,
    runnableKinds: new Set(),
  });
  await expect(flaky.of(ours)).rejects.toThrow('away');
  fails = false;
  expect((await flaky.of(ours)).tools).toHaveLength(2);
  flaky.close();
});

it('reads rows exactly as the ORM does', async () => {
  const tenantId = (await tellStory(app)).tenant.id;
  const about = { kind: 'TENANT_CUSTOM', name: 'Ünï "x"', enabled: false, updatedBy: 'somebody' } as const;
  const fields = [{ name: 'a', label: 'A', type: 'number', required: true, minimum: 0.1 }];
  const display = { customUI: 'x' };
  await app.database.system.tool.create({ data: { tenantId, slug: 'whole', ...about, fields, display } });
  await rename(tenantId, 'first', 'Ours');
  const rows = await readToolRows(app.database.owner, [tenantId]);
  const expected = await app.database.system.tool.findMany({
    where: { tenantId },
    orderBy: { slug: 'asc' },
    omit: { inputSchema: true },
  });
  expect(expected).toHaveLength(2);
  expect(rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))).toEqual(expected);
});
