import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createLine, type Socket } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A server on loopback that notes every connection and request, and can wait for the next line to break. */
export async function startUpstream(answer: RequestListener = (_req, res) => res.end(), host = '127.0.0.1', port = 0) {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const state = { connections: 0, answer };
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    const { method, url, headers } = req;
    seen.push({ method: method!, url: url!, headers, body: Buffer.concat(parts).toString() });
    state.answer(req, res);
  });
  server.on('connection', (socket) => {
    state.connections += 1;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  const place = `${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return {
    seen,
    state,
    port: address.port,
    /** As `EGRESS_ALLOW` names it. */
    place,
    url: `http://${place}`,
    openSockets: () => sockets.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** A server that says exactly these bytes, whether or not they are HTTP. */
export async function startLine(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createLine((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.once('data', () => speak(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place,
    url: `http://${place}`,
    openSockets: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
