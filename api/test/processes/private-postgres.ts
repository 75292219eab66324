import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { closeInTheEnd, findFreePort, type Settings, waitUntil } from './process-kit.ts';

const VERSIONS = '/usr/lib/postgresql';

/** Where the server's own programs are; nothing when only a URL is known. */
export const postgresBinaries = findBinaries();

function findBinaries(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return newest
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export type PrivatePostgres = Awaited<ReturnType<typeof startPostgres>>;

/** A server of our own, which may be paused, stopped and killed. It syncs to disk like a real one. */
export async function startPostgres() {
  const bin = postgresBinaries!;
  const user = serverUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync'];
  execFileSync(path.join(bin, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' });
  const port = await findFreePort();
  const urlOf = (login: string, database: string) => `postgresql://${login}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess;

  async function boot(): Promise<void> {
    const settings = [
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=100',
    ];
    server = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings], { ...user, cwd: folder, stdio: 'ignore' });
    await waitUntil(() => answers(urlOf('postgres', 'postgres')), 30_000);
  }

  const family = () => [...childrenOf(server.pid!), server.pid!];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of family()) signalIfThere(pid, signal);
  };
  async function halt(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'exit');
    const backends = childrenOf(server.pid!);
    server.kill(signal);
    await ended;
    // After a kill the backends notice by themselves; a new server may not start before the last is gone.
    await waitUntil(() => backends.every((pid) => !existsSync(`/proc/${pid}`)), 30_000);
  }

  await boot();
  await query(urlOf('postgres', 'postgres'), 'CREATE ROLE crib LOGIN CREATEROLE CREATEDB');
  return {
    superuserUrl: urlOf('postgres', 'postgres'),
    /** A database of its own, owned by an ordinary role. */
    async createDatabase(name: string): Promise<string> {
      await query(urlOf('postgres', 'postgres'), `CREATE DATABASE ${name} OWNER crib`);
      return urlOf('crib', name);
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    /** "Fast": open transactions are rolled back. */
    stop: () => halt('SIGINT'),
    kill: () => halt('SIGKILL'),
    boot,
    async close(): Promise<void> {
      signalAll('SIGCONT');
      if (server.exitCode === null && server.signalCode === null) await halt('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

/** Where long runs keep their data: in PostgreSQL, if it is installed. The short ones are content with the embedded one. */
export async function openLongRunDatabase(name: string): Promise<Settings> {
  if (process.env.SOAK === undefined || !postgresBinaries) return {};
  const server = await startPostgres();
  closeInTheEnd(server.close);
  return { DATABASE_URL: await server.createDatabase(name) };
}
