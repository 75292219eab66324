import type pg from 'pg';
import { BadConfiguration } from './env.ts';

/** A login that skips row-level security makes the second wall between tenants worthless. */
export async function refuseSuperuser(pool: pg.Pool, variable: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; super: boolean; bypass: boolean }>(
    'SELECT rolname AS name, rolsuper AS super, rolbypassrls AS bypass FROM pg_roles WHERE rolname = session_user',
  );
  const [login] = rows;
  if (!login?.super && !login?.bypass) return;
  throw new BadConfiguration(
    `${variable} logs in as ${login.name}, which ${login.super ? 'is a superuser' : 'bypasses row-level security'}. ` +
      'Production mode needs an ordinary role that owns the database; make one with: ' +
      'CREATE ROLE toolcrib LOGIN CREATEROLE',
  );
}
