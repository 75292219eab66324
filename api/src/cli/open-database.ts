import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '#platform/database.ts';
import type { Env } from '#platform/env.ts';

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations');

/** Names of the migrations that this release comes with. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const folderOf = ({ DATA_DIR }: Env) => path.join(DATA_DIR, 'database');

/** Opening the embedded database makes it; whoever only wants to look asks this first. */
export function databaseExists(env: Env): boolean {
  return env.DATABASE_URL !== undefined || existsSync(path.join(folderOf(env), 'pglite'));
}

/** The database itself, without migrating it. */
export async function openDatabaseOf(env: Env): Promise<Database> {
  const { openDatabase } = await import('#platform/database.ts');
  return openDatabase({
    url: env.DATABASE_URL,
    appUrl: env.DATABASE_APP_URL,
    folder: folderOf(env),
    poolSize: env.DATABASE_POOL,
  });
}
