import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { openApp } from '../app.ts';
import { createMachine, makeDataDir } from './cli-test-machine.ts';

const { dataDir, remove } = makeDataDir();
const settings = { DATA_DIR: dataDir, TOOLS_SYNC_PRUNE: 'false' };
const run = createMachine(settings);

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', ...settings });
  const app = await openApp({ env, log: createLog('silent'), works: false });
  await app.database.system.toolCatalogEntry.create({
    data: {
      slug: 'former-tool',
      origin: 'CUSTOM',
      category: 'finance',
      harness: false,
      requiredSecrets: [],
      lastSeenAt: new Date('2026-01-02T03:04:00Z'),
    },
  });
  await app.close();
});
afterAll(remove);

it('lists what is left of tools that are gone, and removes it only with --yes', async () => {
  const listed = await run('tools', 'prune');
  expect(listed).toMatchObject({ code: 0, err: 'Remove 1 catalog entry with: npm run crib -- tools prune --yes' });
  expect(listed.out).toMatch(/^former-tool +custom +finance +2026-01-02/m);

  expect((await run('tools', 'prune', '--json')).json).toMatchObject({
    entries: [{ slug: 'former-tool' }],
    removed: 0,
  });
  const removed = await run('tools', 'prune', '--yes');
  expect(removed).toMatchObject({ code: 0, err: 'Removed 1 catalog entry.' });
  expect(removed.out).toContain('former-tool');

  expect((await run('tools', 'prune', '--yes')).out).toBe('Every tool of the catalog is in the code.');
});
