import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { url?: string; redisUrl?: string; drop(): Promise<void> };

/** On PostgreSQL every test file gets a database of its own, so files can run side by side. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server || process.env.TEST_DATABASE !== 'postgres') return { drop: async () => {} };
  const name = `toolcrib_test_${randomBytes(6).toString('hex')}`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await ask(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    redisUrl: process.env.TEST_REDIS_URL,
    drop: () => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
