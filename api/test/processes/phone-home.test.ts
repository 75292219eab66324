import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, run, runToEnd, start, waitUntil } from './process-kit.ts';

afterAll(cleanUp);

const IDLE_MS = 5_000;
const STRACE = ['/usr/bin/strace', '/usr/local/bin/strace'].find((file) => existsSync(file));
const WATCH = path.join(import.meta.dirname, 'watch-outbound.mjs');

function readLog(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
}

it('makes no outbound call by itself, neither at the start nor while it waits', async () => {
  const dataDir = makeFolder();
  const log = path.join(dataDir, 'outbound.log');
  const settings = { DATA_DIR: dataDir, OUTBOUND_LOG: log };
  const running = await start(settings, { nodeArgs: ['--import', WATCH] });
  await sleep(IDLE_MS);
  expect(readLog(log)).toEqual([]);
  expect(await running.stop()).toEqual({ code: 0, signal: null });
}, 120_000);

it('would notice one', async () => {
  const folder = makeFolder();
  const log = path.join(folder, 'outbound.log');
  await runToEnd(
    { DATA_DIR: folder, OUTBOUND_LOG: log, DATABASE_URL: 'postgres://me@database.invalid/crib' },
    { nodeArgs: ['--import', WATCH] },
  );
  expect(readLog(log).some((line) => line.includes('database.invalid'))).toBe(true);
}, 60_000);

it.skipIf(!STRACE)(
  'opens no connection to another machine, as seen by the system',
  async () => {
    const dataDir = makeFolder();
    const log = path.join(dataDir, 'calls.log');
    const wrapper = [
      STRACE!,
      '-f',
      '-qq',
      '-e',
      'trace=connect,sendto,sendmsg,sendmmsg',
      '-e',
      'signal=none',
      '-o',
      log,
    ];
    const running = run({ DATA_DIR: dataDir }, { wrapper });
    await waitUntil(() => running.output().includes('sign in'), 110_000, running.output);
    expect(await answers(running.url)).toBe(200);
    await sleep(IDLE_MS);
    const outbound = readLog(log).filter((line) => /sa_family=AF_INET6?/.test(line) && !/"(127\.|::1)/.test(line));
    expect(outbound).toEqual([]);
    await running.kill();
  },
  180_000,
);

function answers(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http.get(`${url}/readyz`, (res) => resolve(res.resume().statusCode)).on('error', reject);
  });
}
