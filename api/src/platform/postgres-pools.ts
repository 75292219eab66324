import pg from 'pg';
import { TenantPool } from './tenant-pool.ts';

export type PostgresOptions = {
  url: string;
  appUrl?: string;
  poolSize: number;
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  onError(error: Error): void;
};

export type PostgresPools = {
  owner: pg.Pool;
  serving: TenantPool;
  /** Cuts every connection, so that whoever waits for an answer hears that none will come. */
  drop(): void;
};

export const SERVING_ROLE = 'toolcrib_app';
/** Compiling a statement takes longer than any of ours run. */
const NO_JIT = '-c jit=off';
const IDLE_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

export function openPostgresPools(options: PostgresOptions): PostgresPools {
  const owner = new pg.Pool({
    ...connectionTo(withServerOption(options.url, NO_JIT), 'owner', options),
    max: Math.max(4, Math.ceil(options.poolSize / 2)),
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  const serving = new TenantPool({
    // As a startup option the role holds before the first statement, and RESET ROLE or DISCARD ALL come back to it.
    ...connectionTo(
      withServerOption(options.appUrl ?? options.url, `-c role=${SERVING_ROLE} ${NO_JIT}`),
      'serving',
      options,
    ),
    max: options.poolSize,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  const drops = [owner, serving].map((pool) => adoptPool(pool, options.onError));
  const drop = () => {
    for (const dropConnections of drops) dropConnections();
  };
  return { owner, serving, drop };
}

/** Keeps a lost connection from ending the process, wherever it is at that moment. The answer cuts all connections. */
export function adoptPool(pool: pg.Pool, onError: (error: Error) => void): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // pg-pool listens only while a connection is idle, and an error that nobody listens to is thrown.
    client.on('error', () => {});
    clients.add(client);
  });
  pool.on('remove', (client) => void clients.delete(client));
  return () => {
    for (const client of clients) client.connection.stream.destroy();
  };
}

export function connectionTo(
  url: string,
  purpose: string,
  { connectTimeoutMs }: Pick<PostgresOptions, 'connectTimeoutMs'>,
): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    fallback_application_name: `toolcrib ${purpose}`,
  };
}

/** Options in the URL win over those beside it, so the addition goes into the URL. */
function withServerOption(url: string, option: string): string {
  const parsed = new URL(url);
  const others = parsed.searchParams.get('options');
  parsed.searchParams.set('options', others ? `${others} ${option}` : option);
  return parsed.href;
}
