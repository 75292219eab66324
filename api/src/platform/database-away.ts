/** Prisma's codes for a database that is unreachable, too slow to answer, or out of connections. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
]);
/** Connection trouble, lack of resources, shutdown and start-up, and a standby that takes no writes. */
const SQL_STATES = /^(08...|53...|57P..|25006)$/;
const DRIVER_MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|connection error and is not queryable|client was closed|embedded database (stopped|was held)/i;

/** Whether trying again in a moment may help, because the database and not the request was at fault. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const { code, originalCode } = at as Error & {
      code?: unknown;
      originalCode?: unknown;
    };
    const codes = [code, originalCode].filter((value) => typeof value === 'string');
    if (codes.some((value) => PRISMA_CODES.has(value) || SOCKET_CODES.has(value) || SQL_STATES.test(value)))
      return true;
    if (DRIVER_MESSAGES.test(at.message)) return true;
  }
  return false;
}
