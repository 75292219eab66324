import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseReport } from '#platform/database-report.ts';
import { createScratchDatabase } from '#platform/database-test-server.ts';
import { readEnv } from '#platform/env.ts';
import { createMachine, makeDataDir } from './cli-test-machine.ts';
import { judgeDatabase, type Surroundings } from './doctor-database.ts';
import { checkFolder, checkNode, checkSettings, judgeSpace } from './doctor-machine.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const WELL: DatabaseReport = {
  kind: 'postgres',
  version: '15.1',
  time: NOW,
  ownerRole: 'crib',
  ownerIsSuperuser: false,
  servingRoleIsBound: true,
  unguardedTables: [],
  migrations: ['1_first', '2_second'],
  queue: { queued: 1, failed: 0, oldestQueuedSeconds: 1 },
};
const HERE: Surroundings = { production: true, known: ['1_first', '2_second'], now: NOW, serves: true };

it('finds nothing wrong with a database that is well', () => {
  expect(judgeDatabase(WELL, HERE).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});

it.each<[string, string, string, Partial<DatabaseReport>, Partial<Surroundings>]>([
  ['pending migrations below a process', 'migrations', 'fail', { migrations: ['1_first'] }, {}],
  ['pending migrations before a start', 'migrations', 'warn', { migrations: ['1_first'] }, { serves: false }],
  ['a database of a newer release', 'migrations', 'fail', { migrations: ['1_first', '2_second', '3_third'] }, {}],
  ['a serving role that is not bound', 'tenant walls', 'fail', { servingRoleIsBound: false }, {}],
  ['a table without a wall', 'tenant walls', 'fail', { unguardedTables: ['roles'] }, {}],
  ['a superuser in production', 'tenant walls', 'fail', { ownerIsSuperuser: true }, {}],
  ['a superuser elsewhere', 'tenant walls', 'warn', { ownerIsSuperuser: true }, { production: false }],
  ['a superuser of the embedded database', 'tenant walls', 'ok', { kind: 'embedded', ownerIsSuperuser: true }, {}],
  ['failed jobs', 'queue', 'warn', { queue: { queued: 0, failed: 2, oldestQueuedSeconds: 0 } }, {}],
  ['jobs that nobody does', 'queue', 'warn', { queue: { queued: 1, failed: 0, oldestQueuedSeconds: 90 } }, {}],
  [
    'jobs that wait for a start',
    'queue',
    'ok',
    { queue: { queued: 1, failed: 0, oldestQueuedSeconds: 90 } },
    { serves: false },
  ],
  ['clocks that drift', 'clock', 'warn', { time: new Date(NOW.getTime() - 10_000) }, {}],
  ['clocks that are far apart', 'clock', 'fail', { time: new Date(NOW.getTime() + 120_000) }, {}],
])('judges %s', (_case, name, status, report, surroundings) => {
  const check = judgeDatabase({ ...WELL, ...report }, { ...HERE, ...surroundings }).find((one) => one.name === name);
  expect(check?.status).toBe(status);
  expect(check?.action === undefined).toBe(status === 'ok');
});

it.each([
  ['24.1.0', 'ok'],
  ['22.18.0', 'ok'],
  ['22.17.0', 'warn'],
  ['20.19.0', 'warn'],
  ['20.18.0', 'fail'],
])('judges Node %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

it('judges the room on the disk', () => {
  expect([100 * 2 ** 30, 2 ** 30, 2 ** 20].map((bytes) => judgeSpace(bytes).status)).toEqual(['ok', 'warn', 'fail']);
});

it.each([
  ['nothing set', {}, 'ok'],
  ['production without a key', { NODE_ENV: 'production' }, 'fail'],
  ['a key somebody typed', { TOOLCRIB_MASTER_KEY: 'secret' }, 'fail'],
  [
    'production on the embedded database',
    { NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: '0123456789abcdef'.repeat(4) },
    'warn',
  ],
])('judges settings with %s', (_case, settings, status) => {
  expect(checkSettings(readEnv(settings)).status).toBe(status);
});

it('fails when others can read a key', () => {
  const { dataDir, remove } = makeDataDir();
  mkdirSync(dataDir);
  const file = path.join(dataDir, 'operator.key');
  writeFileSync(file, 'op_x', { mode: 0o600 });
  expect(checkFolder(readEnv({ DATA_DIR: dataDir })).status).toBe('ok');
  chmodSync(file, 0o640);
  expect(checkFolder(readEnv({ DATA_DIR: dataDir }))).toMatchObject({
    status: 'fail',
    action: `Run: chmod 600 ${file}`,
  });
  remove();
});

const serverUrl = process.env.TEST_DATABASE_URL;

describe.skipIf(!serverUrl)('on PostgreSQL', () => {
  let dataDir: string;
  let remove: () => void;
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  beforeAll(async () => {
    ({ dataDir, remove } = makeDataDir());
    scratch = await createScratchDatabase(serverUrl!);
  });
  afterAll(async () => {
    await scratch?.drop();
    remove();
  });

  it('sees what is pending, hears the bell, and sees a wall that was taken down', async () => {
    const run = createMachine({ DATA_DIR: dataDir, DATABASE_URL: scratch.url });
    const statusOf = async (wanted: string) => {
      const { json } = await run('doctor', '--json');
      return json.checks.find(({ name }: { name: string }) => name === wanted)?.status;
    };
    expect(await statusOf('migrations')).toBe('warn');
    expect((await run('migrate', '--json')).json.applied).not.toHaveLength(0);
    expect((await run('migrate', '--json')).json.applied).toHaveLength(0);
    expect(await statusOf('migrations')).toBe('ok');
    expect(await statusOf('bell')).toBe('ok');
    const client = new pg.Client(scratch.url);
    await client.connect();
    await client.query('ALTER TABLE roles NO FORCE ROW LEVEL SECURITY');
    await client.end();
    expect(await statusOf('tenant walls')).toBe('fail');
  });

  it('says that the database cannot be reached, without its password', async () => {
    const run = createMachine({ DATA_DIR: dataDir, DATABASE_URL: 'postgresql://crib:sesame@127.0.0.1:9/crib' });
    const { code, out } = await run('doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}database {7}The database at DATABASE_URL cannot be reached \(ECONNREFUSED\)/m);
    expect(out).not.toContain('sesame');
  });
});
