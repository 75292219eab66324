import { existsSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, readLine, run, start, waitUntil } from './process-kit.ts';
import { ask, follow, get, stream } from './wire-client.ts';

afterAll(cleanUp);

const CLIENTS = 16;
const CREATE =
  'mutation($slug: String!) { createWorkspace(input: { slug: $slug, name: $slug }) { workspace { slug } } }';
const FOLLOW = 'subscription { settingsChanged { kind } }';

type Load = { acknowledged: string[]; failures: string[] };

/** A client with one connection, which goes elsewhere when it is told that the connection ends. */
async function work(url: string, key: string, client: number, load: Load): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; ; count++) {
    try {
      const answer = await ask(url, { key }, CREATE, { slug: `c${client}-${count}` }, agent);
      if (answer.code) load.failures.push(`${answer.status} ${answer.code}`);
      else load.acknowledged.push(answer.data.createWorkspace.workspace.slug);
      if (answer.headers.connection === 'close') return;
    } catch (error) {
      load.failures.push(String((error as NodeJS.ErrnoException).code));
      return;
    }
  }
}

/** A request whose head is sent now and whose body comes later. */
function beginRequest(url: string, key: string, body: string): { finish(): void; status: Promise<number> } {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${key}`,
  };
  const req = http.request(`${url}/graphql`, { method: 'POST', headers, agent: false });
  const status = new Promise<number>((resolve, reject) => {
    req.on('response', (res) => resolve(res.resume().statusCode!));
    req.on('error', reject);
  });
  req.flushHeaders();
  return { finish: () => void req.end(body), status };
}

/** A WebSocket whose other end has fallen asleep: it never answers, not even to a goodbye. */
async function openDeafSocket(url: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /graphql HTTP/1.1\r\nhost: ${hostname}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
      'sec-websocket-protocol: graphql-transport-ws\r\n\r\n',
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

it('stops gracefully under load: what was accepted is answered and kept, streams are told to come back', async () => {
  const dataDir = makeFolder();
  const running = await start({ DATA_DIR: dataDir });
  const key = readLine(dataDir, 'owner.key');
  const { url } = running;
  const sockets = [follow(url, { key }, FOLLOW), follow(url, { key }, FOLLOW)];
  await Promise.all(sockets.map((socket) => socket.connected));
  const events = await stream(url, { key }, FOLLOW);
  const deafSocket = await openDeafSocket(url);
  const load: Load = { acknowledged: [], failures: [] };
  const clients = Array.from({ length: CLIENTS }, (_, client) => work(url, key, client, load));
  await waitUntil(() => load.acknowledged.length > CLIENTS && events.text().includes('WORKSPACE'), 30_000);
  const slow = beginRequest(url, key, JSON.stringify({ query: '{ viewer { kind } }' }));
  await sleep(100);

  const signalledAt = performance.now();
  running.signal('SIGTERM');
  const readiness = new Set<number>();
  await waitUntil(async () => {
    readiness.add(
      await fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    );
    return readiness.has(503) || readiness.has(0);
  }, 5_000);
  running.signal('SIGTERM');
  slow.finish();
  const exit = await running.ended;
  const tookMs = performance.now() - signalledAt;

  expect(exit).toEqual({ code: 0, signal: null });
  expect(tookMs).toBeLessThan(10_000);
  expect(readiness).toContain(503);
  await Promise.all(clients);
  expect(load.failures).toEqual([]);
  expect(await slow.status).toBe(200);
  expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([1012, 1012]);
  expect(sockets.every((socket) => socket.heard.length > 0)).toBe(true);
  expect(await events.ended).toBe('cut');
  expect(events.text()).not.toContain('event: complete');
  deafSocket.destroy();

  const again = await start({ DATA_DIR: dataDir });
  const { workspaces } = await get(again.url, { key }, '{ workspaces { slug } }');
  const found = new Set(workspaces.map((workspace: { slug: string }) => workspace.slug));
  expect(load.acknowledged.filter((slug) => !found.has(slug))).toEqual([]);
  expect(await again.stop()).toEqual({ code: 0, signal: null });
}, 180_000);

it('stops at once while it is still starting, and starts again', async () => {
  const dataDir = makeFolder();
  const running = run({ DATA_DIR: dataDir });
  await waitUntil(() => existsSync(path.join(dataDir, 'database')), 30_000);
  expect(await running.stop()).toEqual({ code: 0, signal: null });
  expect(running.url).toBe('');
  const again = await start({ DATA_DIR: dataDir });
  expect((await ask(again.url, { key: readLine(dataDir, 'owner.key') }, '{ viewer { kind } }')).status).toBe(200);
  await again.stop();
}, 180_000);
