import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, withTenant } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { createScratchDatabase, MIGRATIONS, openProxy } from './database-test-server.ts';
import { FolderInUse } from './folder-lock.ts';
import { migrate } from './migrate.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

function describeDatabase(open: () => Promise<Database>): void {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await migrate(database.owner, MIGRATIONS);
  });

  afterAll(() => database.close());

  test('answers a ping', async () => {
    await database.ping();
  });

  test('keeps all of a transaction or nothing', async () => {
    const { system } = database;
    const id = randomUUID();
    await expect(
      system.$transaction(async (transaction) => {
        await transaction.tenant.create({ data: { id, slug: id, name: 'half' } });
        throw new Error('stop here');
      }),
    ).rejects.toThrow('stop here');
    expect(await system.tenant.count({ where: { id } })).toBe(0);
  });

  test('tells a row that exists already from a database that is away', async () => {
    const { system } = database;
    const id = randomUUID();
    await system.tenant.create({ data: { id, slug: id, name: 'one' } });
    const again = await system.tenant.create({ data: { id, slug: id, name: 'two' } }).catch((error) => error);
    expect(again).toMatchObject({ code: 'P2002' });
    expect(isDatabaseAway(again)).toBe(false);
  });

  test('serves the tenant in force', async () => {
    const id = randomUUID();
    await database.system.tenant.create({ data: { id, slug: id, name: 'Served' } });
    const found = await withTenant(id, () => database.app.tenant.findFirst({ where: { id } }));
    expect(found?.name).toBe('Served');
  });

  test('hears notifications from the moment listen answers until it is ended', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', { hear: (payload) => heard.push(payload), again() {} });
    expect(database.hears()).toBe(true);
    await database.owner.query("SELECT pg_notify('news', 'first')");
    await expect.poll(() => heard).toEqual(['first']);
    await stop();
    await database.owner.query("SELECT pg_notify('news', 'second')");
    await sleep(50);
    expect(heard).toEqual(['first']);
  });
}

describe('the embedded database in memory', () => {
  describeDatabase(() => openDatabase({ folder: null }));
});

test('an embedded database keeps its folder to itself, gives it back at close, and finds its rows again', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'database-'));
  try {
    const first = await openDatabase({ folder });
    await migrate(first.owner, MIGRATIONS);
    await expect(openDatabase({ folder })).rejects.toThrow(FolderInUse);
    await first.system.tenant.create({ data: { slug: 'kept', name: 'Kept' } });
    await first.close();
    const second = await openDatabase({ folder });
    expect(await second.system.tenant.findUnique({ where: { slug: 'kept' } })).toMatchObject({ name: 'Kept' });
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe.skipIf(!serverUrl)('on PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  beforeAll(async () => {
    scratch = await createScratchDatabase(serverUrl!);
  });
  afterAll(() => scratch?.drop());

  describeDatabase(() => openDatabase({ url: scratch.url, folder: null }));

  describe('when the server goes away', () => {
    let proxy: Awaited<ReturnType<typeof openProxy>>;
    let database: Database;

    beforeAll(async () => {
      proxy = await openProxy(scratch.url);
      database = await openDatabase({ url: proxy.url, folder: null });
      await migrate(database.owner, MIGRATIONS);
      await database.ping();
    });

    afterAll(async () => {
      await database?.close();
      await proxy?.close();
    });

    const read = () => withTenant(randomUUID(), () => database.app.tenant.count());
    const write = () =>
      database.system.$transaction((transaction) =>
        transaction.tenant.create({ data: { slug: randomUUID(), name: 'written' } }),
      );

    async function expectAway(call: () => Promise<unknown>): Promise<void> {
      const begun = performance.now();
      const outcome = await call().then(
        () => 'answered',
        (error) => error,
      );
      expect(isDatabaseAway(outcome), String(outcome)).toBe(true);
      expect(performance.now() - begun).toBeLessThan(2_000);
    }

    async function expectBack(): Promise<void> {
      await expect.poll(() => database.ping().then(() => 'back', String), { timeout: 5_000 }).toBe('back');
      await expect.poll(() => database.hears(), { timeout: 5_000 }).toBe(true);
      await read();
      await write();
    }

    test('calls fail in less than two seconds while it refuses, and work again when it is back', async () => {
      await proxy.shut();
      await expectAway(read);
      await expectAway(write);
      await expectAway(database.ping);
      await proxy.reopen();
      await expectBack();
    });

    test('calls fail in less than two seconds while it is silent, also those under way', async () => {
      await Promise.all(Array.from({ length: 8 }, read));
      const underWay = expectAway(() => database.owner.query('SELECT pg_sleep(10)'));
      await sleep(50);
      proxy.silence();
      await Promise.all([underWay, ...Array.from({ length: 20 }, () => expectAway(read)), expectAway(write)]);
      await expectAway(read);
      proxy.speak();
      await expectBack();
    });

    test('listeners are told that they may have missed something', async () => {
      let gaps = 0;
      const heard: string[] = [];
      const stop = await database.listen('gap', { hear: (payload) => heard.push(payload), again: () => gaps++ });
      proxy.cut();
      await expect.poll(() => gaps).toBe(1);
      await database.owner.query("SELECT pg_notify('gap', 'heard again')");
      await expect.poll(() => heard).toEqual(['heard again']);
      await stop();
    });
  });

  test('a statement that takes too long is ended', async () => {
    const database = await openDatabase({ url: scratch.url, folder: null, statementTimeoutMs: 100 });
    await expect(database.owner.query('SELECT pg_sleep(20)')).rejects.toThrow('statement timeout');
    await database.close();
  });
});
