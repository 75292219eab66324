import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#platform/env.ts';
import { FolderInUse } from '#platform/folder-lock.ts';
import { findKeyFile } from '#platform/key-file.ts';
import { CliFailure } from './failure.ts';
import { openHttp } from './http-transport.ts';
import { openLocal } from './local-transport.ts';
import { findPublished, findRunning } from './running-process.ts';
import type { Terminal } from './terminal.ts';
import type { Credential, Transport } from './transport.ts';

/** Long enough for another command, or a start, to get out of the way. */
const LOCK_PATIENCE_MS = 5_000;
const LOCK_RETRY_MS = 250;

function findKey(dataDir: string, name: string): Credential | undefined {
  const file = path.join(dataDir, name);
  try {
    const token = findKeyFile(file);
    return token ? { token, from: file } : undefined;
  } catch {
    return undefined;
  }
}

function localCredential({ DATA_DIR }: Env): Credential {
  const credential = findKey(DATA_DIR, 'operator.key') ?? findKey(DATA_DIR, 'owner.key');
  if (credential) return credential;
  const file = path.join(DATA_DIR, 'operator.key');
  throw new CliFailure('FORBIDDEN', `${file} cannot be read. Run this as the user who runs the server, or give --key.`);
}

/** The lock is held, yet nobody says where to reach them. */
export function explainLock(dataDir: string, { pid }: FolderInUse): CliFailure {
  const published = findPublished(dataDir);
  const message = published
    ? `Process ${pid} holds ${dataDir} but does not answer at ${published.url}. See its log, or stop it and try again.`
    : `Process ${pid} holds ${dataDir} and serves nothing: it is starting, it is a worker, or another command. ` +
      'Wait until it serves or has ended, or stop it, then try again.';
  return new CliFailure('DATA_FOLDER', message);
}

/** Retries while the embedded database is somebody else's, and looks each time whether they serve by now. */
export async function withPatience<Result>(dataDir: string, attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (Date.now() > deadline) throw explainLock(dataDir, error);
      await sleep(LOCK_RETRY_MS);
    }
  }
}

/** The server that was named, else the process of the data folder, else the database itself. */
export async function connect(env: Env, terminal: Pick<Terminal, 'note'>): Promise<Transport> {
  const { TOOLCRIB_URL: url, TOOLCRIB_KEY: token, DATA_DIR } = env;
  const given = token ? { token, from: 'the key given' } : undefined;
  if (url) {
    if (given) return openHttp(url, given);
    throw new CliFailure('UNAUTHENTICATED', `${url} needs a key: set TOOLCRIB_KEY, or give --key.`);
  }
  return withPatience(DATA_DIR, async () => {
    const running = await findRunning(DATA_DIR);
    if (running) return openHttp(running.url, given ?? localCredential(env));
    if (!given) return openLocal(env, terminal);
    const message = 'A key was given but no server runs here. Start it, name it with --url, or leave the key out.';
    throw new CliFailure('UNREACHABLE', message);
  });
}
