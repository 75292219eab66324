import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

const RETRY_MS = 100;

/** Runs `work` while no other process that shares the database runs work under the same number. */
export async function withDatabaseLock<Result>(
  { kind, owner }: Pick<Database, 'kind' | 'owner'>,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database has one process, whose folder is locked already.
  if (kind === 'embedded') return work();
  const client = await owner.connect();
  try {
    // Asked again and again: a statement that waited for the lock would run into the time limit of statements.
    while (!(await client.query('SELECT pg_try_advisory_lock($1) AS taken', [lock])).rows[0].taken)
      await sleep(RETRY_MS);
    const result = await work();
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
    client.release();
    return result;
  } catch (error) {
    // The lock goes with the connection.
    client.release(true);
    throw error;
  }
}
