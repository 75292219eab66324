import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivatePostgres, postgresBinaries, query, startPostgres } from './private-postgres.ts';
import { cleanUp, makeFolder, readLine, run, runToEnd, start, waitUntil } from './process-kit.ts';
import { get } from './wire-client.ts';

afterAll(cleanUp);

const canRun = process.env.TEST_DATABASE_URL !== undefined && postgresBinaries !== undefined;

describe.skipIf(!canRun)('on a PostgreSQL server of our own', () => {
  let postgres: PrivatePostgres;
  const production = { NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: randomBytes(32).toString('base64') };

  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);

  afterAll(() => postgres?.close(), 60_000);

  it('production mode refuses a superuser, before it touches the database', async () => {
    const { code, output } = await runToEnd({
      ...production,
      DATA_DIR: makeFolder(),
      DATABASE_URL: postgres.superuserUrl,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/DATABASE_URL logs in as the superuser postgres/);
    const { rows } = await query(postgres.superuserUrl, "SELECT to_regclass('tenants') AS tenants");
    expect(rows).toEqual([{ tenants: null }]);
  }, 60_000);

  it('production mode refuses a superuser for the serving connections too', async () => {
    const url = await postgres.createDatabase('served_by_superuser');
    const superuserUrl = url.replace('crib@', 'postgres@');
    const { code, output } = await runToEnd({
      ...production,
      DATA_DIR: makeFolder(),
      DATABASE_URL: url,
      DATABASE_APP_URL: superuserUrl,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/DATABASE_APP_URL logs in as the superuser postgres/);
  }, 60_000);

  it('production mode starts with an ordinary role, and seeds nothing', async () => {
    const dataDir = makeFolder();
    const running = await start({
      ...production,
      DATA_DIR: dataDir,
      DATABASE_URL: await postgres.createDatabase('ordinary'),
    });
    const operator = { key: readLine(dataDir, 'operator.key') };
    expect(await get(running.url, operator, '{ tenants { totalCount } }')).toEqual({ tenants: { totalCount: 0 } });
    expect(running.output()).not.toContain('sign in');
    expect(await running.stop()).toEqual({ code: 0, signal: null });
  }, 60_000);

  it('a database that does not exist is named as the fault of DATABASE_URL', async () => {
    const url = (await postgres.createDatabase('there')).replace('/there', '/not_there');
    const { code, output } = await runToEnd({ DATA_DIR: makeFolder(), DATABASE_URL: url });
    expect(code).toBe(1);
    expect(output).toMatch(/DATABASE_URL .*"not_there" does not exist/);
  }, 60_000);

  it('starts after it was killed while it migrated and while it seeded', async () => {
    const dataDir = makeFolder();
    const url = await postgres.createDatabase('killed');
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url };
    const answersYes = (sql: string) =>
      query(url, sql).then(
        ({ rows }) => rows[0]?.yes === true,
        () => false,
      );
    for (const moment of [
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes",
      "SELECT to_regclass('tenants') IS NOT NULL AS yes",
      "SELECT count(*) > 0 AS yes FROM tenants WHERE slug = 'demo'",
      "SELECT count(*) > 0 AS yes FROM tenants WHERE slug = 'oci'",
    ]) {
      const running = run(settings);
      await waitUntil(() => answersYes(moment), 60_000, running.output);
      await running.kill();
    }
    const running = await start(settings);
    const key = readLine(dataDir, 'owner.key');
    const found = await get(running.url, { key }, '{ members { totalCount } verifyAudit { valid } }');
    expect(found).toEqual({ members: { totalCount: 4 }, verifyAudit: { valid: true } });
    await running.stop();
  }, 180_000);
});
