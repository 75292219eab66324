import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** What processes do beside the request: the queue, the bell, the tenant of a connection, the last use of a key. */
const ASIDE = /pgboss|toolcrib_queue|pg_notify|set_config|^\s*(UN)?LISTEN|^SELECT 1$|"last_used_at" =/i;

let heard: string[] | undefined;
const prototype = pg.Client.prototype as unknown as { query: Query };
const original = prototype.query;
prototype.query = function query(...args) {
  const [given] = args;
  const text = typeof given === 'string' ? given : (given as { text?: string } | undefined)?.text;
  if (text && !ASIDE.test(text)) heard?.push(text);
  return original.apply(this, args);
};

/** Runs `work` and tells which statements went to the database meanwhile, from anywhere in this process. */
export async function watchStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  heard = statements;
  try {
    return { result: await work(), statements };
  } finally {
    heard = undefined;
  }
}
