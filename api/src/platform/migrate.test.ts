import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createScratchDatabase, MIGRATIONS } from './database-test-server.ts';
import { type MigrationStep, migrate } from './migrate.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}

function describeMigrations(open: () => Promise<Database>): void {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });

  const tables = async () => {
    const { rows } = await database.owner.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    return rows.map(({ tablename }) => tablename).filter((name) => name !== '_prisma_migrations');
  };

  test('the migrations of this project apply, and a second time there is nothing to do', async () => {
    const applied = await migrate(database.owner, MIGRATIONS);
    expect(applied.length).toBeGreaterThan(0);
    expect(await migrate(database.owner, MIGRATIONS)).toEqual([]);
    expect(await tables()).toContain('tenants');
  });

  test('new migrations are applied in the order of their names, and each step is told', async () => {
    write('2_second', 'ALTER TABLE first ADD COLUMN more int;');
    write('1_first', 'CREATE TABLE first (id int);');
    const steps: MigrationStep[] = [];
    expect(await migrate(database.owner, folder, (step) => steps.push(step))).toEqual(['1_first', '2_second']);
    expect(steps).toEqual([
      { kind: 'applying', name: '1_first', position: 1, total: 2 },
      { kind: 'applied', name: '1_first', position: 1, total: 2 },
      { kind: 'applying', name: '2_second', position: 2, total: 2 },
      { kind: 'applied', name: '2_second', position: 2, total: 2 },
    ]);
    const { rows } = await database.owner.query(
      'SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count FROM _prisma_migrations ORDER BY 1',
    );
    expect(rows).toEqual([
      { migration_name: '1_first', finished: true, applied_steps_count: 1 },
      { migration_name: '2_second', finished: true, applied_steps_count: 1 },
    ]);
  });

  test('a migration that fails leaves nothing of itself, names itself, and can be corrected and run again', async () => {
    write('1_good', 'CREATE TABLE good (id int);');
    write('2_bad', 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);');
    await expect(migrate(database.owner, folder)).rejects.toThrow(
      'Migration 2_bad could not be applied, and nothing of it was: relation "nowhere" does not exist',
    );
    expect(await tables()).toEqual(['good']);
    write('2_bad', 'CREATE TABLE half (id int);');
    expect(await migrate(database.owner, folder)).toEqual(['2_bad']);
    expect(await tables()).toEqual(['good', 'half']);
  });

  test('a migration that was changed after it was applied is refused', async () => {
    write('1_first', 'CREATE TABLE first (id int);');
    await migrate(database.owner, folder);
    write('1_first', 'CREATE TABLE first (id bigint);');
    await expect(migrate(database.owner, folder)).rejects.toThrow(/1_first was changed after it was applied\. Restore/);
  });

  test('a database of a newer release is refused', async () => {
    write('1_first', 'CREATE TABLE first (id int);');
    write('2_future', 'CREATE TABLE future (id int);');
    await migrate(database.owner, folder);
    rmSync(path.join(folder, '2_future'), { recursive: true });
    await expect(migrate(database.owner, folder)).rejects.toThrow(/2_future, which this release does not know/);
  });

  test('a migration that another program left unfinished is refused', async () => {
    write('1_first', 'CREATE TABLE first (id int);');
    await migrate(database.owner, folder);
    await database.owner.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate(database.owner, folder)).rejects.toThrow(/1_first was begun by another program/);
  });

  test('a migration with a transaction of its own is refused before it does anything', async () => {
    write('1_own', 'BEGIN;\nCREATE TABLE own (id int);\nCOMMIT;');
    await expect(migrate(database.owner, folder)).rejects.toThrow(/remove its BEGIN, COMMIT and ROLLBACK/);
    expect(await tables()).toEqual([]);
  });

  test('a folder without its file, or no folder at all, is named', async () => {
    mkdirSync(path.join(folder, '1_empty'));
    await expect(migrate(database.owner, folder)).rejects.toThrow('Migration 1_empty has no migration.sql.');
    await expect(migrate(database.owner, path.join(folder, 'nowhere'))).rejects.toThrow(/no migrations in .*nowhere/);
  });
}

describe('on the embedded database', () => describeMigrations(() => openDatabase({ folder: null })));

describe.skipIf(!serverUrl)('on PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  beforeAll(async () => {
    scratch = await createScratchDatabase(serverUrl!);
  });
  afterAll(() => scratch?.drop());

  describeMigrations(() => openDatabase({ url: scratch.url, folder: null }));

  test('of two processes that start at once one migrates and the other waits for it', async () => {
    write('1_slow', 'CREATE TABLE slow AS SELECT 1 AS n FROM pg_sleep(0.5);');
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url: scratch.url, folder: null })));
    await databases[0]!.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const waited: number[] = [];
    const applied = await Promise.all(
      databases.map(({ owner }, index) =>
        migrate(owner, folder, ({ kind }) => kind === 'waiting' && waited.push(index)),
      ),
    );
    expect(applied.flat()).toEqual(['1_slow']);
    expect(waited).toHaveLength(2);
    await Promise.all(databases.map((database) => database.close()));
  });

  test('a statement may take longer than the time that requests have', async () => {
    write('1_long', 'CREATE TABLE long AS SELECT 1 AS n FROM pg_sleep(0.6);');
    const database = await openDatabase({ url: scratch.url, folder: null, statementTimeoutMs: 300 });
    await database.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await migrate(database.owner, folder)).toEqual(['1_long']);
    await database.close();
  });
});

const databaseModule = JSON.stringify(new URL('./database.ts', import.meta.url).href);
const migrateModule = JSON.stringify(new URL('./migrate.ts', import.meta.url).href);
const MIGRATING = `
  import { openDatabase } from ${databaseModule};
  import { migrate } from ${migrateModule};
  const [folder, data] = process.argv.slice(1);
  const database = await openDatabase({ folder: data });
  await migrate(database.owner, folder, (step) => console.log(step.kind + ' ' + step.name));
`;

test('a process killed in the middle of a migration is followed by one that completes it', async () => {
  const data = mkdtempSync(path.join(os.tmpdir(), 'migrate-killed-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  write('99999999999999_long', 'CREATE TABLE big AS SELECT n, md5(n::text) FROM generate_series(1, 4000000) AS n;');
  try {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', MIGRATING, folder, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'applying 99999999999999_long') break;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);

    write('99999999999999_long', 'CREATE TABLE big AS SELECT 1 AS n;');
    const database = await openDatabase({ folder: data });
    expect(await migrate(database.owner, folder)).toEqual(['99999999999999_long']);
    expect((await database.owner.query('SELECT n FROM big')).rows).toEqual([{ n: 1 }]);
    await database.close();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}, 60_000);
