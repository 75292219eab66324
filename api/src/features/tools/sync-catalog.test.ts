import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { syncCatalog } from './sync-catalog.ts';

let app: TestApp;
let lines: string[];
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.system.toolCatalogEntry.deleteMany();
  lines = [];
});

const [a, b, c] = ['a', 'b', 'c'].map((slug) => makeCodeTool(slug));
const logged = () => lines.map((line) => JSON.parse(line).msg as string);
const sync = (tools: unknown[], prune = true) => {
  const log = createLog('info', { write: (line) => lines.push(line) });
  const given = tools as NonNullable<typeof a>[];
  return syncCatalog({ system: app.database.system, clock: app.clock, log, prune }, given);
};
const entries = async () => {
  const rows = await app.database.system.toolCatalogEntry.findMany({ orderBy: { slug: 'asc' } });
  return rows.map(({ slug, missingSince }) => [slug, missingSince === null ? 'here' : 'missing']);
};

it('says what the code has, however often it runs', async () => {
  await sync([a, b]);
  const changed = makeCodeTool('b', { category: 'moved', origin: 'system' });
  await sync([a, changed, c]);
  expect(await entries()).toEqual([
    ['a', 'here'],
    ['b', 'here'],
    ['c', 'here'],
  ]);
  const row = await app.database.system.toolCatalogEntry.findUniqueOrThrow({ where: { slug: 'b' } });
  expect(row).toMatchObject({ category: 'moved', origin: 'SYSTEM' });
  expect(lines).toEqual([]);
});

it('removes what is gone, and writes down each row that goes', async () => {
  await sync([a, b, c]);
  await sync([a]);
  expect(await entries()).toEqual([['a', 'here']]);
  expect(logged()).toEqual([
    'The tool b is gone from the code; its catalog entry is removed.',
    'The tool c is gone from the code; its catalog entry is removed.',
  ]);
  expect(JSON.parse(lines[0]!).entry).toMatchObject({ slug: 'b', origin: 'CUSTOM', category: 'test' });
});

it('keeps what is gone when the operator wants that, with the first moment it was missed', async () => {
  await sync([a, b], false);
  await sync([a], false);
  expect(await entries()).toEqual([
    ['a', 'here'],
    ['b', 'missing'],
  ]);
  const since = () => app.database.system.toolCatalogEntry.findUniqueOrThrow({ where: { slug: 'b' } });
  const { missingSince } = await since();
  app.clock.advance(60_000);
  await sync([a], false);
  expect((await since()).missingSince).toEqual(missingSince);
  expect(logged()).toEqual(['The tool b is gone from the code; its catalog entry is kept.']);

  await sync([a, b], false);
  expect(await entries()).toEqual([
    ['a', 'here'],
    ['b', 'here'],
  ]);
});
