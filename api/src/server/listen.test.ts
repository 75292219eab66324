import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Listener, listen } from './listen.ts';

let listener: Listener;
beforeEach(async () => {
  listener = await listen({ HOST: '127.0.0.1', PORT: 0 });
});
afterEach(() => listener.end());

const call = () => new WebSocket(listener.url.replace('http', 'ws'));

it('tells whoever asks for a socket while it starts to come again, and leaves sockets to others then', async () => {
  const early = call();
  const [error] = await once(early, 'error');
  expect(error.message).toBe('Unexpected server response: 503');

  const lines = new WebSocketServer({ noServer: true });
  listener.serve((_req, res) => res.end('served'));
  listener.server.on('upgrade', (req, line, head) =>
    lines.handleUpgrade(req, line, head, (socket) => socket.send('hi')),
  );
  const socket = call();
  const [said] = await once(socket, 'message');
  expect(String(said)).toBe('hi');
  expect(await (await fetch(listener.url)).text()).toBe('served');
  socket.terminate();
  lines.close();
});

it('answers what is asked while it starts, and ends without waiting for sockets it refused', async () => {
  expect((await fetch(`${listener.url}/healthz`)).status).toBe(200);
  const response = await fetch(`${listener.url}/graphql`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  const refused = Array.from({ length: 5 }, call);
  await Promise.all(refused.map((socket) => once(socket, 'error')));
  const begun = performance.now();
  await listener.end();
  expect(performance.now() - begun).toBeLessThan(3_000);
});
