import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withPrepareLock } from './prepare-lock.mjs';

let folder;
let file;
let said;
const locked = (work) => withPrepareLock(work, { file, say: (text) => said.push(text) });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'prepare-lock-'));
  file = path.join(folder, 'cache/prepare.lock');
  said = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lets one launcher at a time prepare, and the next one says that it waits', async () => {
  const steps = [];
  const work = (name) => async () => {
    steps.push(`${name} begins`);
    await sleep(100);
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([locked(work('first')), locked(work('second'))])).toEqual(['first', 'second']);
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(said).toEqual([expect.stringContaining(`process ${process.pid}`)]);
  expect(existsSync(file)).toBe(false);
});

it('is released when the work fails', async () => {
  const failing = locked(async () => {
    throw new Error('install failed');
  });
  await expect(failing).rejects.toThrow('install failed');
  expect(await locked(async () => 'again')).toBe('again');
});

it('is taken over at once from a launcher that was killed', async () => {
  await locked(async () => {});
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(file, `${pid} since long ago`);
  expect(await locked(async () => 'mine')).toBe('mine');
  expect(said).toEqual([]);
});

it('is taken over from a holder that has been silent too long, whatever its process number is now', async () => {
  await locked(async () => {});
  writeFileSync(file, `${process.pid} since before the restart`);
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(file, minuteAgo, minuteAgo);
  expect(await locked(async () => 'mine')).toBe('mine');
});
