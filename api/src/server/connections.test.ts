import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchConnections } from './connections.ts';

async function serve(handler: RequestListener) {
  const server = createServer();
  const connections = watchConnections(server);
  server.on('request', handler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as net.AddressInfo).port, end: connections.end };
}

async function connect(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (received.length < 10_000) received += chunk.toString('latin1');
  });
  return {
    socket,
    ask: () => void socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'),
    received: () => received,
    bytes: () => bytes,
    closed: once(socket, 'close'),
  };
}

it('delivers an answer whole to a reader who is slower than the end', async () => {
  const body = Buffer.alloc(20_000_000, 'x');
  const { port, end } = await serve((_req, res) => res.writeHead(200, { 'content-length': body.length }).end(body));
  const reader = await connect(port);
  reader.socket.pause();
  reader.ask();
  await sleep(100);
  const ended = end();
  await sleep(1_000);
  reader.socket.resume();
  await ended;
  await reader.closed;
  expect(reader.bytes()).toBeGreaterThan(body.length);
});

it('answers a request that was on its way, and ends its connection with the answer', async () => {
  const { port, end } = await serve((_req, res) => void setTimeout(() => res.end('done'), 200));
  const underWay = await connect(port);
  const waiting = await connect(port);
  underWay.ask();
  await sleep(50);
  const ended = end();
  waiting.ask();
  await ended;
  await Promise.all([underWay.closed, waiting.closed]);
  for (const { received } of [underWay, waiting]) {
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received().toLowerCase()).toContain('connection: close');
    expect(received()).toContain('done');
  }
});

it('closes connections that wait, and takes no more', async () => {
  const { port, end } = await serve((_req, res) => res.end());
  const idle = await connect(port);
  const startedAt = performance.now();
  await end();
  await idle.closed;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await expect(connect(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
