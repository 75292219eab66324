/** Prisma's codes for a database that is unreachable, too slow to answer, out of connections, or gone from under a transaction. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Connection trouble, lack of resources, shutdown and start-up, and a standby that takes no writes. */
const SQL_STATES = /^(08...|53...|57P..|25006)$/;
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'connection terminated',
  'connection error and is not queryable',
  'client was closed',
  'unable to start a transaction in the given time',
  'embedded database stopped',
  'embedded database was held',
];

type Coded = Error & {
  code?: unknown;
  originalCode?: unknown;
  syscall?: unknown;
  /** Where Prisma keeps the SQL state of an error that it has no code of its own for. */
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
};

/** Whether trying again in a moment may help, because the database and not the request was at fault. */
export function isDatabaseAway(error: unknown): boolean {
  const chain: Coded[] = [];
  for (let at = error; at instanceof Error && chain.length < 6; at = at.cause) chain.push(at);
  // The same socket errors come from servers that a request was sent to.
  if (chain.some((link) => link instanceof TypeError && link.message === 'fetch failed')) return false;
  return chain.some((link) => hasCode(link) || hasMessage(link));
}

function hasCode(error: Coded): boolean {
  const isOfSocket = error instanceof AggregateError || SOCKET_CALLS.has(String(error.syscall));
  return [error.code, error.originalCode, error.meta?.driverAdapterError?.cause?.originalCode].some(
    (code) =>
      typeof code === 'string' &&
      (PRISMA_CODES.has(code) || SQL_STATES.test(code) || (isOfSocket && SOCKET_CODES.test(code))),
  );
}

function hasMessage(error: Error): boolean {
  const message = error.message.toLowerCase();
  return DRIVER_MESSAGES.some((known) => message.includes(known));
}
