import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#generated/prisma/client.ts';
import type { Log } from './log.ts';
import { openPglite } from './pglite-pool.ts';
import { type LineListener, PostgresLine } from './postgres-line.ts';
import { adoptPool, connectionTo, openPostgresPools } from './postgres-pools.ts';

export { withTenant } from './tenant-pool.ts';

export type DatabaseOptions = {
  /** Absent: the embedded database. */
  url?: string;
  /** A login of its own for the serving connections; it must be a member of the serving role. */
  appUrl?: string;
  /** Where the embedded database lives; null keeps it in memory. */
  folder: string | null;
  /** What the embedded database in memory begins with. */
  snapshot?: string;
  poolSize?: number;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  log?: Pick<Log, 'warn'>;
};

export type Database = {
  kind: 'embedded' | 'postgres';
  /** Sees every tenant: migrations, the queue, and work of the operator. */
  owner: pg.Pool;
  /** Sees the tenant in force (`withTenant`) and nothing else; on the embedded database the same as `owner`. */
  serving: pg.Pool;
  system: PrismaClient;
  app: PrismaClient;
  /** Hears NOTIFY on a connection kept for that. Resolves once the channel is heard; the answer ends it. */
  listen(channel: string, listener: LineListener): Promise<() => Promise<void>>;
  /** Whether NOTIFY is heard at the moment. */
  hears(): boolean;
  /** Fails unless both pools answer. On PostgreSQL the serving role exists only after `migrate`. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 30_000;
const CLOSE_DEADLINE_MS = 5_000;
const TRANSACTIONS = { maxWait: 10_000, timeout: STATEMENT_TIMEOUT_MS };

export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openPostgres({ ...options, url: options.url });
}

async function openEmbedded({ folder, snapshot, poolSize = POOL_SIZE }: DatabaseOptions): Promise<Database> {
  const server = await openPglite(folder, snapshot);
  const pool = new pg.Pool({ ...server.connection, max: poolSize, idleTimeoutMillis: 0 });
  const drop = adoptPool(pool, () => {});
  const line = new PostgresLine({ connection: server.connection });
  const client = clientOver(pool);
  return {
    kind: 'embedded',
    owner: pool,
    serving: pool,
    system: client,
    app: client,
    listen: (channel, listener) => line.listen(channel, listener),
    hears: () => line.connected(),
    ping: async () => void (await pool.query('SELECT 1')),
    async close() {
      await client.$disconnect();
      await line.close();
      await endPools([pool], drop);
      await server.close();
    },
  };
}

async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const { url, log, poolSize = POOL_SIZE, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const onError = (error: Error) => log?.warn({ err: error }, 'A database connection was lost.');
  const pools = openPostgresPools({ ...options, poolSize, connectTimeoutMs, statementTimeoutMs, onError });
  const { owner, serving } = pools;
  const line = new PostgresLine({
    // It judges for all the others, so it takes more time before it calls the server silent.
    connection: connectionTo(url, 'line', { connectTimeoutMs: 2 * connectTimeoutMs }),
    onSilence() {
      log?.warn({}, 'PostgreSQL does not answer. All connections to it are cut and made anew.');
      pools.drop();
    },
  });
  const system = clientOver(owner);
  const app = clientOver(serving);
  return {
    kind: 'postgres',
    owner,
    serving,
    system,
    app,
    listen: (channel, listener) => line.listen(channel, listener),
    hears: () => line.connected(),
    ping: async () => void (await Promise.all([owner.query('SELECT 1'), serving.query('SELECT 1')])),
    async close() {
      await Promise.all([system.$disconnect(), app.$disconnect(), line.close()]);
      await endPools([owner, serving], pools.drop);
    },
  };
}

function clientOver(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTIONS });
}

/** Waits for whoever still uses a connection, though not forever. */
async function endPools(pools: pg.Pool[], drop: () => void): Promise<void> {
  const deadline = setTimeout(drop, CLOSE_DEADLINE_MS);
  await Promise.all(pools.map((pool) => (pool.ending ? undefined : pool.end())));
  clearTimeout(deadline);
}
