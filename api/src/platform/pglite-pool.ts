import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { lockFolder } from './folder-lock.ts';
import { PgliteEngine } from './pglite-engine.ts';
import { type PgliteSession, PgliteSocket } from './pglite-socket.ts';
import { PgliteTurn } from './pglite-turn.ts';

export type PgliteServer = {
  /** What node-postgres needs to reach the embedded database: the same driver, the same errors as PostgreSQL. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
};

/** The major version of PostgreSQL inside PGlite; data of another one does not open. */
const ENGINE_VERSION = '18';

export class FolderUnusable extends Error {
  constructor(folder: string, reason: string, cause?: unknown) {
    super(
      `The embedded database in ${folder} could not be opened: ${reason} ` +
        'Restore the folder from a backup, move it away to begin with an empty one, ' +
        'or set DATABASE_URL to use PostgreSQL.',
      { cause },
    );
    this.name = 'FolderUnusable';
  }
}

/** Opens the database in `folder`, or in memory. It outlives a crash of its own thread, and a kill of this process. */
export async function openPglite(folder: string | null, snapshot?: string): Promise<PgliteServer> {
  const unlock = folder === null ? () => {} : lockFolder(folder);
  try {
    const engine = folder === null ? await PgliteEngine.open(null, snapshot) : await openFolder(folder);
    return serve(engine, folder, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function serve(first: PgliteEngine, folder: string | null, unlock: () => void): PgliteServer {
  let engine = Promise.resolve(first);
  const session: PgliteSession = {
    turn: new PgliteTurn(),
    sockets: new Set(),
    send: async (bytes) => (await engine).send(bytes),
    distrust: (reason) => void engine.then((current) => current.stop(reason)),
  };
  const recoverFrom = (stopped: PgliteEngine) => {
    stopped.onStopped = (reason) => {
      for (const socket of session.sockets) socket.destroy(reason);
      // What was in memory is gone; only a folder can be opened again.
      if (folder === null) return;
      engine = openFolder(folder);
      engine.then(recoverFrom, () => {});
    };
  };
  recoverFrom(first);
  const stream = () => new PgliteSocket(session) as Duplex;
  return {
    connection: { user: 'postgres', database: 'postgres', host: 'embedded', ssl: false, stream },
    async close() {
      const last = await engine.catch(() => undefined);
      if (last) last.onStopped = () => {};
      await last?.close();
      unlock();
    },
  };
}

async function openFolder(folder: string): Promise<PgliteEngine> {
  const data = path.join(folder, 'pglite');
  const birthMark = path.join(folder, 'pglite.unfinished');
  // A first start that was interrupted leaves half a database, in which nobody can have stored anything yet.
  if (existsSync(birthMark)) rmSync(data, { recursive: true, force: true });
  if (!existsSync(data)) {
    writeFileSync(birthMark, '');
    mkdirSync(data);
  } else if (versionOf(data) === undefined) {
    // PGlite would make a new database over whatever this is.
    throw new FolderUnusable(folder, 'its file pglite/PG_VERSION is missing.');
  }
  try {
    const engine = await PgliteEngine.open(data);
    rmSync(birthMark, { force: true });
    return engine;
  } catch (error) {
    throw new FolderUnusable(folder, reasonFor(error, versionOf(data)), error);
  }
}

function versionOf(data: string): string | undefined {
  const file = path.join(data, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function reasonFor(error: unknown, version: string | undefined): string {
  if (version !== undefined && version !== ENGINE_VERSION) {
    return `it was made by version ${version} of its engine and this release has version ${ENGINE_VERSION}.`;
  }
  return `it seems to be damaged (${error instanceof Error ? error.message : error}).`;
}
