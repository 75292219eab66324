import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const PRUNE = `mutation($dryRun: Boolean) { pruneToolCatalog(input: { dryRun: $dryRun }) {
  entries { slug missingSince } removed
} }`;

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp({ TOOLS_SYNC_PRUNE: 'false' });
  story = await tellStory(app);
  const lastSeenAt = app.clock.now();
  const gone = { origin: 'CUSTOM', category: 'test', harness: false, requiredSecrets: [], lastSeenAt };
  await app.database.system.toolCatalogEntry.createMany({
    data: ['gone-b', 'gone-a'].map((slug) => ({ slug, ...gone, missingSince: lastSeenAt })),
  });
});
afterAll(() => app.close());

const prune = async (dryRun?: boolean) => (await story.operator.get(PRUNE, { dryRun })).pruneToolCatalog;
const slugs = async () =>
  (await app.database.system.toolCatalogEntry.findMany({ orderBy: { slug: 'asc' } })).map(({ slug }) => slug);

it('lists what is missing, then removes exactly that and writes it down', async () => {
  const before = await slugs();
  const missing = ['gone-a', 'gone-b'];
  const listed = await prune(true);
  expect([listed.entries.map(({ slug }: { slug: string }) => slug), listed.removed]).toEqual([missing, 0]);
  expect(await slugs()).toEqual(before);

  expect((await prune()).removed).toBe(2);
  expect(await slugs()).toEqual(before.filter((slug) => !missing.includes(slug)));
  expect(await slugs()).toContain('roi-calculator');
  const noted = { tenantId: DEFAULT_TENANT.id, action: 'toolCatalog.pruned' };
  expect(await app.database.system.auditEntry.findMany({ where: noted })).toMatchObject([
    { actorLabel: 'operator', details: { slugs: missing } },
  ]);

  expect(await prune()).toEqual({ entries: [], removed: 0 });
});

it('is for the operator alone', async () => {
  expect(await (await story.as('system_admin')).code(PRUNE, { dryRun: true })).toBe('FORBIDDEN');
});
