import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createScratchDatabase, MIGRATIONS } from './database-test-server.ts';
import { migrate } from './migrate.ts';
import { tenantInForce, withTenant } from './tenant-pool.ts';

test('the tenant in force reaches whatever the function awaits, and ends with it', async () => {
  const seen = await withTenant('one', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const inner = await withTenant('two', () => tenantInForce());
    return [inner, tenantInForce()];
  });
  expect(seen).toEqual(['two', 'one']);
  expect(tenantInForce()).toBeUndefined();
});

test('a promise that only begins when awaited still begins inside', async () => {
  const lazy: PromiseLike<string | undefined> = {
    // biome-ignore lint/suspicious/noThenProperty: Prisma's promises are such objects
    then: (resolve, reject) => Promise.resolve(tenantInForce()).then(resolve, reject),
  };
  expect(await withTenant('one', () => lazy)).toBe('one');
});

const serverUrl = process.env.TEST_DATABASE_URL;

describe.skipIf(!serverUrl)('on PostgreSQL, the serving connections', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let database: Database;
  const red = randomUUID();
  const blue = randomUUID();
  const tenants = [red, blue];

  beforeAll(async () => {
    scratch = await createScratchDatabase(serverUrl!);
    const first = await openDatabase({ url: scratch.url, folder: null });
    await migrate(first.owner, MIGRATIONS);
    for (const [index, id] of tenants.entries()) {
      await first.system.tenant.create({ data: { id, slug: `tenant-${index}`, name: id } });
      for (const slug of ['home', 'lab'])
        await first.system.workspace.create({ data: { tenantId: id, slug, name: id } });
    }
    await first.close();
  });

  afterAll(async () => {
    await database?.close();
    await scratch?.drop();
  });

  /** A fresh, small pool, so that connections are shared a lot. */
  beforeEach(async () => {
    await database?.close();
    database = await openDatabase({ url: scratch.url, folder: null, poolSize: 2 });
  });

  const workspacesSeen = async () => {
    const rows = await database.app.workspace.findMany({ select: { tenantId: true } });
    return [...new Set(rows.map(({ tenantId }) => tenantId))];
  };

  test('run as the serving role from their very first statement', async () => {
    const users = await Promise.all([1, 2].map(() => database.serving.query('SELECT current_user, session_user')));
    expect(users.map(({ rows }) => rows[0].current_user)).toEqual(['toolcrib_app', 'toolcrib_app']);
    expect(users[0]!.rows[0].session_user).not.toBe('toolcrib_app');
  });

  test('come back to the serving role when something resets it', async () => {
    const client = await database.serving.connect();
    await client.query('RESET ROLE');
    await client.query('DISCARD ALL');
    const { rows } = await client.query('SELECT current_user');
    client.release();
    expect(rows[0].current_user).toBe('toolcrib_app');
  });

  test('see no row without a tenant in force', async () => {
    expect(await database.app.workspace.findMany()).toEqual([]);
    expect(await database.app.tenant.count()).toBe(0);
    expect(await database.app.user.count()).toBe(0);
  });

  test('see no sign-in of anybody', async () => {
    await expect(withTenant(red, () => database.app.authSession.findMany())).rejects.toThrow(/denied/);
  });

  test('see the tenant in force and no other, whatever kind of query asks', async () => {
    const { app } = database;
    for (const tenant of [red, blue, red]) {
      const foreign = tenant === red ? blue : red;
      await withTenant(tenant, async () => {
        expect(await workspacesSeen()).toEqual([tenant]);
        expect(await app.workspace.findFirst({ where: { tenantId: foreign } })).toBeNull();
        expect(
          await app.workspace.findUnique({ where: { tenantId_slug: { tenantId: foreign, slug: 'lab' } } }),
        ).toBeNull();
        expect(await app.workspace.count()).toBe(2);
        expect(await app.workspace.groupBy({ by: ['tenantId'], _count: true })).toHaveLength(1);
        expect(await app.$queryRaw`SELECT DISTINCT tenant_id FROM workspaces`).toEqual([{ tenant_id: tenant }]);
        expect((await app.tenant.findMany({ include: { workspaces: true } })).map(({ id }) => id)).toEqual([tenant]);
        expect((await app.workspace.updateMany({ where: { tenantId: foreign }, data: { name: 'stolen' } })).count).toBe(
          0,
        );
        expect((await app.workspace.deleteMany({ where: { tenantId: foreign } })).count).toBe(0);
        await expect(app.workspace.create({ data: { tenantId: foreign, slug: 'trojan', name: '' } })).rejects.toThrow(
          /row-level security/,
        );
      });
    }
  });

  test('keep the tenant through an interactive transaction and through a batch', async () => {
    const { app } = database;
    for (const tenant of [blue, red]) {
      await withTenant(tenant, async () => {
        const seen = await app.$transaction(async (transaction) => {
          await transaction.workspace.create({ data: { tenantId: tenant, slug: 'draft', name: '' } });
          const rows = await transaction.workspace.findMany();
          await transaction.workspace.deleteMany({ where: { slug: 'draft' } });
          return rows.map(({ tenantId }) => tenantId);
        });
        expect(seen).toEqual([tenant, tenant, tenant]);
        const [count, rows] = await app.$transaction([app.workspace.count(), app.workspace.findMany()]);
        expect([count, ...rows.map(({ tenantId }) => tenantId)]).toEqual([2, tenant, tenant]);
      });
    }
  });

  test('never show one tenant to another when many share them at once', async () => {
    const calls = Array.from({ length: 300 }, (_, index) => {
      const tenant = [red, blue, undefined][index % 3];
      if (tenant === undefined) return workspacesSeen().then((seen) => expect(seen).toEqual([]));
      const inTransaction = () => database.app.$transaction((transaction) => transaction.workspace.findMany());
      return withTenant(tenant, async () => {
        if (index % 5 === 0) expect((await inTransaction()).every(({ tenantId }) => tenantId === tenant)).toBe(true);
        else expect(await workspacesSeen()).toEqual([tenant]);
      });
    });
    await Promise.all(calls);
  });

  test('carry nothing over from a transaction that was aborted or left open', async () => {
    for (let round = 0; round < 3; round++) {
      const clients = await Promise.all([1, 2].map(() => withTenant(red, () => database.serving.connect())));
      await Promise.all(clients.map((client) => client.query('BEGIN')));
      await expect(clients[0]!.query('SELECT 1/0')).rejects.toThrow('division by zero');
      for (const client of clients) client.release();
      expect(await workspacesSeen()).toEqual([]);
      expect(await withTenant(blue, workspacesSeen)).toEqual([blue]);
      await expect(
        withTenant(red, () =>
          database.app.$transaction(async (transaction) => {
            await transaction.workspace.findFirst();
            throw new Error('changed my mind');
          }),
        ),
      ).rejects.toThrow('changed my mind');
      expect(await workspacesSeen()).toEqual([]);
    }
  });

  test('do not trust a setting that a rollback would bring back', async () => {
    await withTenant(red, workspacesSeen);
    const client = await withTenant(red, () => database.serving.connect());
    await client.query('BEGIN');
    client.release();
    const seen = await withTenant(blue, async () => {
      const next = await database.serving.connect();
      await next.query('ROLLBACK');
      const { rows } = await next.query('SELECT DISTINCT tenant_id FROM workspaces');
      next.release();
      return rows;
    });
    expect(seen).toEqual([{ tenant_id: blue }]);
  });

  test('are told of a tenant only when it changes', async () => {
    const sent: string[] = [];
    database.serving.on('connect', (client) => {
      const query = client.query;
      client.query = function spy(this: unknown, ...args: unknown[]) {
        sent.push(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text);
        return Reflect.apply(query, this, args);
      } as typeof client.query;
    });
    const changes = () => sent.filter((text) => text.includes('set_config')).length;
    for (let call = 0; call < 5; call++) await withTenant(red, workspacesSeen);
    expect(changes()).toBe(1);
    await Promise.all([withTenant(red, workspacesSeen), withTenant(blue, workspacesSeen)]);
    const settled = changes();
    // Each of the two connections carries a tenant by now, and whoever asks is given the right one.
    for (let call = 0; call < 5; call++) {
      await Promise.all([withTenant(red, workspacesSeen), withTenant(blue, workspacesSeen)]);
    }
    expect(changes()).toBe(settled);
    await workspacesSeen();
    expect(changes()).toBe(settled + 1);
  });

  test('belong to a login of their own when one is given', async () => {
    const login = `scratch_login_${randomUUID().slice(0, 8)}`;
    await database.owner.query(`CREATE ROLE ${login} LOGIN PASSWORD 'secret' IN ROLE toolcrib_app`);
    const appUrl = new URL(scratch.url);
    appUrl.username = login;
    appUrl.password = 'secret';
    const apart = await openDatabase({ url: scratch.url, appUrl: appUrl.href, folder: null });
    try {
      const { rows } = await apart.serving.query('SELECT current_user, session_user');
      expect(rows).toEqual([{ current_user: 'toolcrib_app', session_user: login }]);
      expect(await withTenant(blue, () => apart.app.workspace.count())).toBe(2);
    } finally {
      await apart.close();
      await database.owner.query(`DROP ROLE ${login}`);
    }
  });
});
