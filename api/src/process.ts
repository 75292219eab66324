import { isDatabaseAway } from '#platform/database-away.ts';
import { BadConfiguration } from '#platform/env.ts';
import { FolderInUse } from '#platform/folder-lock.ts';
import type { Log } from '#platform/log.ts';
import { maskSecrets } from '#platform/log.ts';
import { BadMasterKey } from '#platform/master-key.ts';

const LONGEST_STOP_MS = 10_000;

/** What the runtime would print by itself goes to the log, where a machine can read it. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

/** Stops once and gracefully; a second signal changes nothing. */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  async function onSignal(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      log.error({}, 'did not stop in time');
      process.exit(1);
    }, LONGEST_STOP_MS);
    deadline.unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  }
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Refusals of PostgreSQL that only another DATABASE_URL helps against: login, password, database, encryption. */
const WRONG_LOGIN = new Set(['28000', '28P01', '3D000', '42501', 'ERR_TLS_CERT_ALTNAME_INVALID']);

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR']);

/** What to do about a start that failed, in one sentence. */
function explain(error: unknown): string {
  if (error instanceof BadConfiguration || error instanceof BadMasterKey || error instanceof FolderInUse)
    return error.message;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code && UNWRITABLE.has(code)) {
    return `DATA_DIR cannot be written (${message}). Give this user the right to, or choose another DATA_DIR.`;
  }
  if (code && WRONG_LOGIN.has(code)) return `DATABASE_URL is refused by PostgreSQL: ${message}.`;
  if (isDatabaseAway(error) && syscall !== 'open') {
    return `DATABASE_URL cannot be reached (${code ?? message}). Start PostgreSQL, correct the address, or unset it to use the embedded database.`;
  }
  return `${message ?? error}`;
}

export function failStart(error: unknown): never {
  process.stderr.write(`toolcrib cannot start. ${maskSecrets(explain(error))}\n`);
  process.exit(1);
}
