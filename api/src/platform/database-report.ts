import { SERVING_ROLE } from './postgres-pools.ts';
import { DEAD_LETTER } from './queue-boss.ts';

/** Asks as the owner; a pool and a Prisma client can both do that. */
export type AskDatabase = <Row>(sql: string) => Promise<Row[]>;

export type DatabaseReport = {
  kind: 'embedded' | 'postgres';
  version: string;
  time: Date;
  ownerRole: string;
  ownerIsSuperuser: boolean;
  /** Whether the serving role exists and row-level security binds it. */
  servingRoleIsBound: boolean;
  /** Tables of tenants without forced row-level security. */
  unguardedTables: string[];
  migrations: string[];
  queue: { queued: number; failed: number; oldestQueuedSeconds: number };
};

const SERVER = `
  SELECT version() AS banner,
         current_setting('server_version') AS version,
         now() AS time,
         current_user::text AS "ownerRole",
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "ownerIsSuperuser",
         EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${SERVING_ROLE}' AND NOT rolsuper AND NOT rolbypassrls)
           AS "servingRoleIsBound",
         ARRAY(
           SELECT kin.relname::text
             FROM pg_class kin JOIN pg_attribute own ON own.attrelid = kin.oid AND own.attname = 'tenant_id'
            WHERE kin.relnamespace = current_schema()::regnamespace AND kin.relkind IN ('r', 'p')
              AND NOT own.attisdropped AND NOT (kin.relrowsecurity AND kin.relforcerowsecurity)
            ORDER BY 1
         ) AS "unguardedTables",
         to_regclass('_prisma_migrations') IS NOT NULL AS "hasHistory",
         to_regclass('toolcrib_queue.job') IS NOT NULL AS "hasQueue"`;

const HISTORY = `
  SELECT migration_name AS name FROM _prisma_migrations
   WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;

const QUEUE = `
  SELECT count(*) FILTER (WHERE NOT is_dead)::int AS queued,
         count(*) FILTER (WHERE is_dead)::int AS failed,
         coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE NOT is_dead)), 0)::float AS "oldestQueuedSeconds"
    FROM (
      SELECT start_after, name = '${DEAD_LETTER}' AS is_dead FROM toolcrib_queue.job
       WHERE state < 'active' AND start_after <= now() AND name NOT LIKE '\\_\\_%'
    ) waiting`;

type Server = Omit<DatabaseReport, 'kind' | 'migrations' | 'queue'> & {
  banner: string;
  hasHistory: boolean;
  hasQueue: boolean;
};

/** How the database stands, whether or not anything was ever migrated or enqueued. Changes nothing. */
export async function reportDatabase(ask: AskDatabase): Promise<DatabaseReport> {
  const [server] = await ask<Server>(SERVER);
  const { banner, hasHistory, hasQueue, ...rest } = server!;
  const migrations = hasHistory ? await ask<{ name: string }>(HISTORY) : [];
  const [queue] = hasQueue ? await ask<DatabaseReport['queue']>(QUEUE) : [];
  return {
    kind: banner.includes('PGlite') ? 'embedded' : 'postgres',
    ...rest,
    migrations: migrations.map(({ name }) => name),
    queue: queue ?? { queued: 0, failed: 0, oldestQueuedSeconds: 0 },
  };
}
