import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** One name per installation: several may share a server, or even a database in schemas of their own. */
export async function channelOf({ owner }: Database): Promise<string> {
  const { rows } = await owner.query('SELECT current_database() AS name, current_schema() AS schema');
  // The identity of the server, however it is reached. Some hosts do not tell.
  const server = await owner
    .query('SELECT system_identifier::text AS id FROM pg_control_system()')
    .catch(() => undefined);
  const place = JSON.stringify([rows[0], server?.rows[0]]);
  return `toolcrib_live_${createHash('sha256').update(place).digest('hex').slice(0, 16)}`;
}
