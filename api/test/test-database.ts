import { createScratchDatabase } from '../src/platform/database-test-server.ts';

export type TestDatabase = { url?: string; redisUrl?: string; drop(): Promise<void> };

/** On PostgreSQL every test file gets a database of its own, so files can run side by side. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server || process.env.TEST_DATABASE !== 'postgres') return { drop: async () => {} };
  return { ...(await createScratchDatabase(server)), redisUrl: process.env.TEST_REDIS_URL };
}
