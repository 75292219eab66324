import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export type MigrationStep =
  | { kind: 'waiting' }
  | { kind: 'applying'; name: string; position: number; total: number }
  | { kind: 'applied'; name: string; position: number; total: number };

type Migration = { name: string; sql: string; checksum: string };
type Applied = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
};

/** The table and the lock are those of Prisma Migrate, so its own commands see the same history. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;
const LOCK = 72707369;
const OWN_TRANSACTION = /^\s*(BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK)\s*;/im;
const LOCK_RETRY_MS = 200;
const LOCK_DEADLINE_MS = 10 * 60_000;

export class MigrationFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationFailed';
  }
}

/** Applies what is new in `folder`, in order, and answers the names. Of several processes one works, the others wait. */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  onStep: (step: MigrationStep) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await takeLock(client, onStep);
    await client.query(HISTORY);
    const { rows } = await client.query<Applied>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const pending = findPending(migrations, rows);
    for (const [index, migration] of pending.entries()) {
      const step = {
        name: migration.name,
        position: index + 1,
        total: pending.length,
      };
      onStep({ kind: 'applying', ...step });
      await apply(client, migration);
      onStep({ kind: 'applied', ...step });
    }
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    client.release();
    return pending.map(({ name }) => name);
  } catch (error) {
    // The lock goes with the connection.
    client.release(true);
    throw error;
  }
}

function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) throw new MigrationFailed(`There are no migrations in ${folder}.`);
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const file = path.join(folder, name, 'migration.sql');
      if (!existsSync(file)) throw new MigrationFailed(`Migration ${name} has no migration.sql. Restore or remove it.`);
      const sql = readFileSync(file, 'utf8');
      return {
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

async function takeLock(client: pg.PoolClient, onStep: (step: MigrationStep) => void): Promise<void> {
  const deadline = Date.now() + LOCK_DEADLINE_MS;
  for (let isWaiting = false; ; isWaiting = true) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (rows[0]?.taken) return;
    if (!isWaiting) onStep({ kind: 'waiting' });
    if (Date.now() > deadline) {
      throw new MigrationFailed('Another process has been migrating this database for 10 minutes. Stop it or wait.');
    }
    await sleep(LOCK_RETRY_MS);
  }
}

function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = history.find(({ migration_name }) => !known.has(migration_name));
  if (newer) {
    throw new MigrationFailed(
      `The database has migration ${newer.migration_name}, which this release does not know. ` +
        'It was used by a newer release: start that one, or restore a backup from before.',
    );
  }
  const applied = new Map(history.map((row) => [row.migration_name, row]));
  return migrations.filter(({ name, checksum }) => {
    const row = applied.get(name);
    if (!row) return true;
    if (!row.finished_at) {
      throw new MigrationFailed(
        `Migration ${name} was begun by another program and did not finish. Repair the database, ` +
          'then set finished_at or rolled_back_at of its row in _prisma_migrations.',
      );
    }
    if (row.checksum !== checksum) {
      throw new MigrationFailed(
        `Migration ${name} was changed after it was applied. Restore its file, and put the change into a new migration.`,
      );
    }
    return false;
  });
}

/** One transaction for the statements and their row of history: killed at any point, it was done or it was not. */
async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    if (OWN_TRANSACTION.test(sql)) throw new Error('remove its BEGIN, COMMIT and ROLLBACK, it runs in a transaction.');
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query(sql);
    await client.query('COMMIT');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationFailed(`Migration ${name} could not be applied, and nothing of it was: ${reason}`, error);
  }
}
