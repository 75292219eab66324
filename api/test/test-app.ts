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

/** Where an application lives. Whoever gives one can open the application again after it was closed. */
export async function createTestHome() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toolcrib-test-'));
  const database = await createTestDatabase();
  return {
    dataDir,
    database,
    clock: createTestClock(),
    async remove(): Promise<void> {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Options = Pick<AppOptions, 'extraTools' | 'toolFolder'> & { home?: Awaited<ReturnType<typeof createTestHome>> };

/** A whole application on a database of its own: embedded, or a fresh PostgreSQL database when TEST_DATABASE_URL is set. */
export async function createTestApp(
  settings: Record<string, string> = {},
  { home: given, ...more }: Options = {},
): Promise<TestApp> {
  const home = given ?? (await createTestHome());
  const { dataDir, database, clock } = home;
  const logged: string[] = [];
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
    databaseFolder: given ? path.join(dataDir, 'database') : null,
    databaseSnapshot: database.url || given ? undefined : await findMigratedSnapshot(),
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
      if (!given) await home.remove();
    },
  };
}

/** One that also works off what is queued. */
export async function createWorkingApp(...given: Parameters<typeof createTestApp>): Promise<TestApp> {
  const app = await createTestApp(...given);
  await app.runs.start();
  await app.queue.start();
  return app;
}
