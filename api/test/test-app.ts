import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '#platform/clock.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { type App, type AppOptions, openApp } from '../src/app.ts';
import { findMigratedSnapshot } from './migrated-snapshot.ts';
import { createTestDatabase } from './test-database.ts';

export type TestApp = App & { dataDir: string; logged: string[]; clock: TestClock };
export type TestClock = Clock & { advance(ms: number): void };

export const OPERATOR_KEY = 'op_for-tests-only-for-tests-only-for-tests';

/** Real time plus what the test adds. */
function createTestClock(): TestClock {
  let added = 0;
  return {
    now: () => new Date(Date.now() + added),
    advance: (ms) => {
      added += ms;
    },
  };
}

/** A whole application on a database of its own: embedded, or a fresh PostgreSQL database when TEST_DATABASE_URL is set. */
export async function createTestApp(
  settings: Record<string, string> = {},
  more: Pick<AppOptions, 'extraTools' | 'toolFolder'> = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toolcrib-test-'));
  const database = await createTestDatabase();
  const logged: string[] = [];
  const clock = createTestClock();
  const env = readEnv({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...(database.redisUrl ? { REDIS_URL: database.redisUrl } : {}),
    ...settings,
  });
  const app = await openApp({
    env,
    log: createLog(env.LOG_LEVEL, { write: (line) => logged.push(line) }),
    clock,
    databaseFolder: null,
    databaseSnapshot: database.url ? undefined : await findMigratedSnapshot(),
    operatorKey: OPERATOR_KEY,
    works: env.WORKER === 'inside',
    ...more,
  });
  return {
    ...app,
    clock,
    dataDir,
    logged,
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
