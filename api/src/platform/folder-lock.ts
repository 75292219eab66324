import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const LOCK_FILE = 'in-use.lock';
const HEARTBEAT_MS = 5_000;
const COLD_AFTER_MS = 20_000;

type Holder = { pid: number; host: string; startedAt: string | null; token: string };

export class FolderInUse extends Error {
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, holder: Pick<Holder, 'pid' | 'host'>) {
    const where = holder.host === os.hostname() ? '' : ` on ${holder.host}`;
    super(
      `The data folder ${folder} is in use by process ${holder.pid}${where}. ` +
        'Stop that process, or give this one its own folder (DATA_DIR) or a PostgreSQL database (DATABASE_URL).',
    );
    this.name = 'FolderInUse';
    this.folder = folder;
    this.pid = holder.pid;
  }
}

/** Keeps other processes out of a folder until the returned function is called or this process ends, however it ends. */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, LOCK_FILE);
  const own: Holder = {
    pid: process.pid,
    host: os.hostname(),
    startedAt: processStart(process.pid),
    token: randomUUID(),
  };
  mkdirSync(folder, { recursive: true });
  while (!claim(file, own)) {
    const holder = readHolder(file);
    if (!holder) continue;
    if (isAlive(holder, file)) throw new FolderInUse(folder, holder);
    removeStale(file, holder);
  }
  heldTokens.add(own.token);
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(heartbeat);
    heldTokens.delete(own.token);
    if (readHolder(file)?.token === own.token) rmSync(file, { force: true });
  };
}

const heldTokens = new Set<string>();

/** A link appears with its content or not at all, so nobody ever reads a half-written lock. */
function claim(file: string, own: Holder): boolean {
  const draft = `${file}.${own.token}`;
  writeFileSync(draft, JSON.stringify(own));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pid: 0, host: os.hostname(), startedAt: null, token: '' };
    throw error;
  }
}

function isAlive(holder: Holder, file: string): boolean {
  // A pid of another machine or container means nothing here; the time of the last heartbeat does.
  if (holder.host !== os.hostname()) return Date.now() - modifiedAt(file) < COLD_AFTER_MS;
  if (holder.pid === process.pid) return heldTokens.has(holder.token);
  if (!processExists(holder.pid)) return false;
  const startedAt = processStart(holder.pid);
  return holder.startedAt === null || startedAt === null || startedAt === holder.startedAt;
}

function processExists(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in clock ticks since boot: tells it from a later one with the same number. Linux only. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Two processes may find the same stale lock; whoever moved a fresh one away by mistake puts it back. */
function removeStale(file: string, stale: Holder): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readHolder(aside)?.token !== stale.token) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The folder was removed under us; there is nothing left to guard.
  }
}
