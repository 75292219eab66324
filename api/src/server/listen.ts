import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { BadConfiguration, type Env } from '#platform/env.ts';
import { watchConnections } from './connections.ts';

export type Listener = {
  server: Server;
  url: string;
  /** From now on requests go there; sockets are for whoever listens for them. */
  serve(handler: RequestListener): void;
  /** Lets what runs finish and takes no new work. */
  end(): Promise<void>;
};

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

const answerWhileStarting: RequestListener = (req, res) => {
  if (req.url === '/healthz') return void res.writeHead(200, JSON_TYPE).end('{"status":"alive"}');
  res.writeHead(503, { ...JSON_TYPE, 'retry-after': '1' });
  res.end('{"status":"not ready","problem":"The process is starting."}');
};

const NOT_YET = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
const refuseWhileStarting = (_req: IncomingMessage, socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
  socket.end(NOT_YET);
};

/** Takes the port before anything else is touched, and says that the process lives while the rest is being opened. */
export async function listen(env: Pick<Env, 'HOST' | 'PORT'>): Promise<Listener> {
  let handler = answerWhileStarting;
  const server = createServer();
  const connections = watchConnections(server);
  server.on('request', (req, res) => handler(req, res));
  server.on('upgrade', refuseWhileStarting);
  server.headersTimeout = 10_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, env)));
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  return {
    server,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    serve(next) {
      handler = next;
      server.off('upgrade', refuseWhileStarting);
    },
    end: connections.end,
  };
}

function explain(error: NodeJS.ErrnoException, { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): Error {
  const says = (text: string) => new BadConfiguration(text, { cause: error });
  if (error.code === 'EADDRINUSE') {
    return says(`Port ${PORT} on ${HOST} is taken. Stop what uses it, or set PORT to another one.`);
  }
  if (error.code === 'EACCES') return says(`This user may not use port ${PORT}. Choose a PORT above 1024.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return says(`HOST ${HOST} is not an address of this machine. Try 127.0.0.1, or 0.0.0.0 for all of them.`);
  }
  return error;
}
