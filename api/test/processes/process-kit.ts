import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const API = path.resolve(import.meta.dirname, '../..');
const READY = /^toolcrib: (?:ready on (\S+)|worker is ready)$/m;
const START_DEADLINE_MS = 90_000;

export type Exit = { code: number | null; signal: NodeJS.Signals | null };
export type Settings = Record<string, string>;
export type RunOptions = {
  args?: string[];
  nodeArgs?: string[];
  /** What stands in front of `node`, such as a tracer. */
  wrapper?: string[];
};

const children = new Map<ChildProcess, () => void>();
const folders = new Set<string>();
const others: (() => Promise<void>)[] = [];

/** For what else a test file opened: closed when its processes are gone. */
export const closeInTheEnd = (close: () => Promise<void>): void => void others.push(close);

// For a test run that is stopped before it comes to its clean-up.
process.once('exit', () => {
  for (const [child, kill] of children) if (child.exitCode === null && child.signalCode === null) kill();
});

/** Kills what still runs and removes the folders. For the end of each test file. */
export async function cleanUp(): Promise<void> {
  const running = [...children].filter(([child]) => child.exitCode === null && child.signalCode === null);
  for (const [, kill] of running) kill();
  await Promise.all(running.map(([child]) => once(child, 'exit')));
  for (const close of others.splice(0)) await close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-process-'));
  folders.add(folder);
  return folder;
}

export function readLine(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8').trim();
}

export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Exactly what a test names, and nothing of the shell that runs it. */
function environment(settings: Settings): Settings {
  return {
    PATH: process.env.PATH ?? '',
    HOME: tmpdir(),
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'toolcrib-compiled'),
    NODE_ENV: 'development',
    PORT: '0',
    ...settings,
  };
}

export type Running = {
  pid: number;
  url: string;
  output(): string;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  ended: Promise<Exit>;
  /** SIGTERM, and how it ended. */
  stop(): Promise<Exit>;
  kill(): Promise<void>;
};

/** Runs `src/main.ts` as a person would, without waiting for anything. */
export function run(settings: Settings, { args = [], nodeArgs = [], wrapper = [] }: RunOptions = {}): Running {
  const [command, ...rest] = [...wrapper, process.execPath, ...nodeArgs, path.join(API, 'src/main.ts'), ...args];
  const isWrapped = wrapper.length > 0;
  const child = spawn(command!, rest, {
    cwd: API,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, since what a tracer traces would outlive it.
    detached: isWrapped,
  });
  const killAll = () => (isWrapped ? process.kill(-child.pid!, 'SIGKILL') : child.kill('SIGKILL'));
  children.set(child, killAll);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  // 'close' comes after the last line of output, 'exit' may come before it.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Exit);
  return {
    pid: child.pid!,
    get url() {
      return READY.exec(output)?.[1] ?? '';
    },
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      killAll();
      await ended;
    },
  };
}

export async function start(settings: Settings, options?: RunOptions): Promise<Running> {
  const running = run(settings, options);
  await waitUntil(
    () => READY.test(running.output()) || !running.isRunning(),
    START_DEADLINE_MS,
    () => running.output(),
  );
  if (!running.isRunning()) throw new Error(`The process did not start:\n${running.output()}`);
  return running;
}

/** For starts that must fail: what it said, and how it ended. */
export async function runToEnd(settings: Settings, options?: RunOptions): Promise<Exit & { output: string }> {
  const running = run(settings, options);
  const late = setTimeout(() => running.signal('SIGKILL'), START_DEADLINE_MS);
  const exit = await running.ended;
  clearTimeout(late);
  return { ...exit, output: running.output() };
}

export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  deadlineMs: number,
  explain: () => string = () => '',
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > deadlineMs) throw new Error(`Not within ${deadlineMs} ms. ${explain()}`);
    await sleep(10);
  }
  return performance.now() - startedAt;
}

export async function signInLinkOf({ output }: Running): Promise<string> {
  const find = () => /^toolcrib: sign in: (\S+)\n/m.exec(output())?.[1];
  await waitUntil(() => find() !== undefined, 5_000, output);
  return find()!;
}
