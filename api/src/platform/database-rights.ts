import type pg from 'pg';
import { BadConfiguration } from './env.ts';

/** Row-level security does not hold for a superuser, who may also leave the serving role behind. */
export async function refuseSuperuser(pool: pg.Pool, variable: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; rolsuper: boolean }>(
    'SELECT rolname AS name, rolsuper FROM pg_roles WHERE rolname = session_user',
  );
  const [login] = rows;
  if (!login?.rolsuper) return;
  throw new BadConfiguration(
    `${variable} logs in as the superuser ${login.name}, for whom the walls between tenants do not hold. ` +
      'Production mode needs an ordinary role: CREATE ROLE toolcrib LOGIN CREATEROLE PASSWORD …, and make it the ' +
      'owner of the database.',
  );
}
