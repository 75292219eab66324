import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityJobs } from '#features/tenancy/identity.jobs.ts';
import { openDatabase } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { openQueue } from '#platform/queue.ts';
import { createScratchDatabase } from '../../src/platform/database-test-server.ts';
import { query } from './private-postgres.ts';
import { cleanUp, makeFolder, type Running, readLine, type Settings, start, waitUntil } from './process-kit.ts';
import { ask, follow, get } from './wire-client.ts';

afterAll(cleanUp);

const serverUrl = process.env.TEST_DATABASE_URL;
const redisUrl = process.env.TEST_REDIS_URL;
const FOLLOW = 'subscription { settingsChanged { kind id } }';
const CREATE_KEY = 'mutation { createApiKey(input: { name: "Shared", role: "viewer" }) { secret apiKey { id } } }';
const REVOKE = 'mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';
const VIEWER = '{ viewer { kind } }';

const SETTINGS: Record<string, Settings> = { 'PostgreSQL NOTIFY': {}, Redis: { REDIS_URL: redisUrl ?? '' } };
const canRun = serverUrl !== undefined && redisUrl !== undefined;

// Without TEST_DATABASE_URL and TEST_REDIS_URL each of these is reported as skipped.
describe.skipIf(!canRun).each(Object.entries(SETTINGS))(
  'two processes on one PostgreSQL database, told of each other by %s',
  (_name, bell) => {
    const folders = Array.from({ length: 4 }, makeFolder);
    const masterKey = randomBytes(32).toString('base64');
    let database: { url: string; drop(): Promise<void> };
    let a: Running;
    let b: Running;
    let owner: { key: string };

    const settings = (folder: string): Settings => ({
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      TOOLCRIB_MASTER_KEY: masterKey,
      ...bell,
    });

    beforeAll(async () => {
      database = await createScratchDatabase(serverUrl!);
      // Two more at the same moment, for what goes wrong only in a crowd.
      const [first, second, ...others] = await Promise.all(folders.map((folder) => start(settings(folder))));
      a = first!;
      b = second!;
      await Promise.all(others.map((other) => other.stop()));
      const seeder = folders.find((folder) => existsSync(path.join(folder, 'owner.key')))!;
      owner = { key: readLine(seeder, 'owner.key') };
    }, 120_000);

    afterAll(async () => {
      await Promise.all([a?.stop(), b?.stop()]);
      await database?.drop();
    }, 60_000);

    it('started at the same moment on an empty database: one seeds it, both serve', async () => {
      const seeders = folders.filter((folder) => existsSync(path.join(folder, 'owner.key')));
      expect(seeders).toHaveLength(1);
      for (const { url } of [a, b]) {
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
        const found = await get(url, owner, '{ members { totalCount } apiKeys { totalCount } verifyAudit { valid } }');
        expect(found).toEqual({
          members: { totalCount: 4 },
          apiKeys: { totalCount: 1 },
          verifyAudit: { valid: true },
        });
      }
    });

    it('a change made through one rings a subscriber on the other', async () => {
      const followed = follow(b.url, owner, FOLLOW);
      await followed.connected;
      await waitUntil(async () => {
        await get(
          a.url,
          owner,
          `mutation { updateTenant(input: { name: "Demo ${randomBytes(3).toString('hex')}" }) { tenant { id } } }`,
        );
        return followed.heard.length > 0;
      }, 10_000);
      expect(followed.heard[0]).toMatchObject({ settingsChanged: { kind: 'TENANT' } });
      followed.end();
    });

    it('a key made on one works on the other at once', async () => {
      for (let count = 0; count < 10; count++) {
        const { createApiKey } = await get(a.url, owner, CREATE_KEY);
        expect((await ask(b.url, { key: createApiKey.secret }, VIEWER)).status).toBe(200);
      }
    });

    it('a key revoked on one is refused on the other, and its open socket there is closed', async () => {
      const { createApiKey } = await get(a.url, owner, CREATE_KEY);
      const key = { key: createApiKey.secret };
      const socket = follow(b.url, key, FOLLOW);
      await socket.connected;
      expect((await ask(b.url, key, VIEWER)).status).toBe(200);

      await get(a.url, owner, REVOKE, { id: createApiKey.apiKey.id });
      await waitUntil(async () => (await ask(b.url, key, VIEWER)).code === 'UNAUTHENTICATED', 5_000);
      expect(await Promise.race([socket.closed, sleep(5_000, 'open')])).toBe(4403);
      expect(socket.heard).toEqual([]);
    });
  },
);

describe.skipIf(!serverUrl)('a worker of its own on PostgreSQL', () => {
  it('does the jobs of an API process that leaves them to others', async () => {
    const database = await createScratchDatabase(serverUrl!);
    const settings = {
      DATABASE_URL: database.url,
      TOOLCRIB_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const api = await start({ ...settings, DATA_DIR: makeFolder(), WORKER: 'off' });
    await query(
      database.url,
      `INSERT INTO auth_sessions (id, token, user_id, expires_at, created_at, updated_at)
       SELECT gen_random_uuid(), 'over', id, now() - interval '1 hour', now(), now() FROM users LIMIT 1`,
    );
    const countSessions = async () => (await query(database.url, 'SELECT FROM auth_sessions')).rowCount;
    await enqueueSweep(database.url);
    await sleep(3_000);
    expect(await countSessions()).toBe(1);

    const worker = await start({ ...settings, DATA_DIR: makeFolder() }, { args: ['--worker'] });
    expect(worker.url).toBe('');
    await waitUntil(async () => (await countSessions()) === 0, 15_000, worker.output);
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
    expect(await api.stop()).toEqual({ code: 0, signal: null });
    await database.drop();
  }, 120_000);
});

/** Leaves the job as the clock would, which is not worth an hour of waiting. */
async function enqueueSweep(url: string): Promise<void> {
  const database = await openDatabase({ url, folder: null });
  const jobs = identityJobs({ people: undefined as never });
  const queue = await openQueue({ database, log: createLog('silent'), jobs, onlyEnqueue: true });
  await queue.enqueue('identity.sweep', {});
  await queue.close();
  await database.close();
}
