import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';

let folder: string;
let lockFile: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'folder-lock-'));
  lockFile = path.join(folder, 'in-use.lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('./folder-lock.ts', import.meta.url).href;
const HOLDER = `
  import { lockFolder } from ${JSON.stringify(lockModule)};
  try {
    lockFolder(process.argv[1]);
    console.log('locked');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name);
  }
`;

function startHolder() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data').then(([bytes]) => String(bytes).trim());
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { pid: child.pid!, said, kill };
}

/** A lock as another process would have left it. */
function leaveLock(changes: Record<string, unknown>): void {
  lockFolder(folder)();
  const release = lockFolder(folder);
  const own = JSON.parse(readFileSync(lockFile, 'utf8'));
  release();
  writeFileSync(lockFile, JSON.stringify({ ...own, token: 'somebody else', ...changes }));
}

test('a folder in use by another process is refused with its number and what to do', async () => {
  const holder = startHolder();
  expect(await holder.said).toBe('locked');
  try {
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${holder.pid}. Stop that process, or give this one its own folder (DATA_DIR) or a PostgreSQL database (DATABASE_URL).`,
    );
  } finally {
    await holder.kill();
  }
});

test('a folder whose process was killed is free again', async () => {
  const holder = startHolder();
  await holder.said;
  await holder.kill();
  expect(existsSync(lockFile)).toBe(true);
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('the same process cannot open a folder twice, and can after closing it', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  release();
  lockFolder(folder)();
});

test.runIf(existsSync('/proc/self/stat'))(
  'a number that now belongs to a younger process does not keep the folder',
  () => {
    leaveLock({ pid: process.ppid, startedAt: '1' });
    lockFolder(folder)();
  },
);

test('a number of this very process, left by one before it in a container, does not keep the folder', () => {
  leaveLock({ pid: process.pid });
  lockFolder(folder)();
});

test('a lock of another machine holds while its heartbeat is fresh, and not when it is cold', () => {
  leaveLock({ pid: 1, host: 'another-machine' });
  expect(() => lockFolder(folder)).toThrow('in use by process 1 on another-machine.');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lockFile, longAgo, longAgo);
  lockFolder(folder)();
});

test('a lock file that cannot be read as one does not keep the folder', () => {
  writeFileSync(lockFile, 'half a li');
  lockFolder(folder)();
});

test('of many processes that find a stale lock at once, exactly one gets the folder', async () => {
  leaveLock({ pid: 0 });
  const holders = Array.from({ length: 6 }, startHolder);
  try {
    const said = await Promise.all(holders.map((holder) => holder.said));
    expect(said.filter((word) => word === 'locked')).toHaveLength(1);
    expect(said.filter((word) => word === 'FolderInUse')).toHaveLength(5);
  } finally {
    await Promise.all(holders.map((holder) => holder.kill()));
  }
});
