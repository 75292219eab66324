import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../api/src/main.ts');
const START_DEADLINE_MS = 90_000;

export type RunningApp = {
  url: string;
  ownerKey: string;
  /** A link that signs one of the demo's people in, once. */
  signInLink(email: string): Promise<string>;
  graphql(query: string, variables?: object, key?: string): Promise<{ status: number; body: Answer }>;
  stop(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the query
export type Answer = { data?: any; errors?: { message: string; extensions: { code: string } }[] };

async function waitFor<Value>(read: () => Value | undefined, child: ChildProcess, output: string[]): Promise<Value> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The app did not start:\n${output.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The real process with a demo of its own, on a free port; `main` starts a copy of the code instead. */
export async function startApp(settings: Record<string, string> = {}, main = MAIN): Promise<RunningApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toolcrib-browser-'));
  const output: string[] = [];
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', ...settings, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const address = path.join(dataDir, 'server.json');
  const { url } = await waitFor(
    () =>
      existsSync(address) && existsSync(path.join(dataDir, 'owner.key'))
        ? JSON.parse(readFileSync(address, 'utf8'))
        : undefined,
    child,
    output,
  );
  const keyIn = (file: string) => readFileSync(path.join(dataDir, file), 'utf8').trim();

  async function graphql(query: string, variables: object = {}, key = keyIn('owner.key')) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  return {
    url,
    ownerKey: keyIn('owner.key'),
    graphql,
    async signInLink(email) {
      const document = 'mutation ($email: String!) { createSignInLink(input: { email: $email }) { url } }';
      const { body } = await graphql(document, { email }, keyIn('operator.key'));
      return body.data.createSignInLink.url;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
