import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnv } from '#platform/env.ts';
import { runCli } from './run-cli.ts';

type Settings = Record<string, string>;
export type Ran = {
  code: number;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command answers in its own shape; tests assert it
  json: any;
};

const SOURCES = path.resolve(import.meta.dirname, '..');
const START_MS = 60_000;

export function makeDataDir(): { dataDir: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-cli-'));
  return { dataDir: path.join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function parse(out: string): unknown {
  try {
    return JSON.parse(out);
  } catch {
    return undefined;
  }
}

/** Runs lines as the command line does, with these settings as the whole environment. */
export function createMachine(settings: Settings, answer?: string) {
  return async function run(...line: string[]): Promise<Ran> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCli(line, {
      terminal: {
        print: (text) => out.push(text),
        note: (text) => err.push(text),
        paint: (_style, text) => text,
        colours: false,
        ...(answer === undefined ? {} : { ask: async () => answer }),
      },
      loadEnv: (given) => readEnv({ NODE_ENV: 'test', ...settings, ...given }),
    });
    return { code, out: out.join('\n'), err: err.join('\n'), json: parse(out.join('\n')) };
  };
}

function start(file: string, line: string[], settings: Settings): ChildProcess {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', ...settings };
  return spawn(process.execPath, [path.join(SOURCES, file), ...line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The real thing: `node src/cli.ts …` in a process of its own. */
export async function runProcess(settings: Settings, ...line: string[]): Promise<Ran> {
  const child = start('cli.ts', line, settings);
  const said = { out: '', err: '' };
  child.stdout!.on('data', (bytes) => {
    said.out += bytes;
  });
  child.stderr!.on('data', (bytes) => {
    said.err += bytes;
  });
  const [code] = await once(child, 'close');
  return { code, ...said, json: parse(said.out) };
}

/** A server in a process of its own, once it serves. */
export async function startServerProcess(settings: Settings & { DATA_DIR: string }): Promise<ChildProcess> {
  const child = start('main.ts', [], settings);
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (bytes) => {
      said += bytes;
    });
  }
  const deadline = Date.now() + START_MS;
  while (!existsSync(path.join(settings.DATA_DIR, 'server.json'))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start: ${said}`);
    await sleep(50);
  }
  return child;
}

export async function stopServerProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
