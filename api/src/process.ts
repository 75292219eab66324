import { BadConfiguration } from '#platform/env.ts';
import { FolderInUse } from '#platform/folder-lock.ts';
import type { Log } from '#platform/log.ts';
import { maskSecrets } from '#platform/log.ts';
import { BadMasterKey } from '#platform/master-key.ts';

const LONGEST_STOP_MS = 10_000;

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
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

/** What to do about a start that failed, in one sentence. */
function explain(error: unknown): string {
  if (error instanceof BadConfiguration || error instanceof BadMasterKey || error instanceof FolderInUse)
    return error.message;
  const { code, message, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES')
    return `This user may not use ${address ? `port ${port}` : message}. Choose a PORT above 1024 or another DATA_DIR.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `DATABASE_URL cannot be reached (${code}). Start PostgreSQL, correct the address, or unset it to use the embedded database.`;
  }
  return `${message ?? error}`;
}

export function failStart(error: unknown): never {
  process.stderr.write(`toolcrib cannot start. ${maskSecrets(explain(error))}\n`);
  process.exit(1);
}
