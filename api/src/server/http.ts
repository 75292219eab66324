import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUTH_PATH } from '#access/people-endpoints.ts';
import { newRequestId } from '#platform/ids.ts';
import { withRequestId } from '#platform/request-scope.ts';
import type { App } from '../app.ts';
import { createFilesDoor, FILES_PATH } from './files-http.ts';
import { createGraphQLDoor } from './graphql-http.ts';
import { createSocketDoor } from './graphql-ws.ts';
import { createHealthDoor } from './health-http.ts';
import { createRateLimits } from './rate-limits.ts';
import { createStaticWeb } from './static-web.ts';
import { GRAPHQL_PATH } from './yoga.ts';

export type RunningServer = {
  url: string;
  port: number;
  stop(): Promise<void>;
};

const SAFE_ID = /^[\w.:-]{1,100}$/;
const STOP_DEADLINE_MS = 8_000;

/** All doors on one port, in the order a request meets them. */
export async function startServer(app: App, webFolder: string): Promise<RunningServer> {
  const { env, log, engine, authenticator, createContext, people, metrics } = app;
  const shared = {
    engine,
    env,
    authenticator,
    createContext,
    baseUrl: app.baseUrl,
  };
  const rateLimits = createRateLimits(app.clock, {
    enabled: env.rateLimits,
    perCaller: env.RATE_KEY_POINTS,
    perTenant: env.RATE_TENANT_POINTS,
  });
  const graphql = createGraphQLDoor({ ...shared, rateLimits });
  const files = createFilesDoor(shared);
  const web = createStaticWeb(webFolder);
  const health = createHealthDoor(app);

  async function route(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    door: string,
    url: URL,
  ): Promise<void> {
    if (door === 'graphql') return graphql(req, res, requestId);
    if (door === 'auth') return people.handle(req, res);
    if (door === 'files') return files(req, res, requestId, url);
    if (door === 'health') return health(res, url.pathname);
    if (door === 'unknown') {
      res.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
      return void res.end('{"error":{"code":"NOT_FOUND","message":"There is nothing here."}}');
    }
    web(req, res, url.pathname);
  }

  function doorOf(pathname: string): string {
    if (pathname === GRAPHQL_PATH) return 'graphql';
    if (pathname.startsWith(AUTH_PATH)) return 'auth';
    if (pathname === FILES_PATH || pathname.startsWith(`${FILES_PATH}/`)) return 'files';
    if (pathname === '/healthz' || pathname === '/readyz' || pathname === '/metrics') return 'health';
    return pathname.startsWith('/api/') || pathname.startsWith('/graphql/') ? 'unknown' : 'web';
  }

  const server: Server = createServer((req, res) => {
    const startedAt = performance.now();
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && SAFE_ID.test(given) ? given : newRequestId();
    const address = `http://crib${req.url?.startsWith('/') ? req.url : '/'}`;
    if (!URL.canParse(address)) {
      res.writeHead(400);
      return void res.end();
    }
    const url = new URL(address);
    const door = doorOf(url.pathname);
    res.setHeader('x-request-id', requestId);
    res.on('close', () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics.requests.inc({ door, status: res.statusCode });
      metrics.duration.observe({ door }, seconds);
      log.debug(
        {
          requestId,
          door,
          method: req.method,
          status: res.statusCode,
          seconds,
        },
        'request',
      );
    });
    withRequestId(requestId, () => route(req, res, requestId, door, url)).catch((error) => {
      log.error({ err: error, requestId, door }, 'a door failed');
      if (res.headersSent) return void res.destroy();
      res.writeHead(500, {
        'content-type': 'application/json; charset=utf-8',
      });
      res.end(
        JSON.stringify({
          error: { code: 'INTERNAL_SERVER_ERROR', requestId },
        }),
      );
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });
  const sockets = createSocketDoor(server, shared);
  metrics.gauge('toolcrib_sockets', 'Open WebSocket connections.', sockets.count);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  app.listening(url);

  let stopping: Promise<void> | undefined;
  return {
    url,
    port,
    /** Takes no new work, lets what runs finish, and tells streams to come back. Safe to call again. */
    stop: () => {
      stopping ??= (async () => {
        app.draining();
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        await sockets.close();
        app.endStreams();
        server.closeIdleConnections();
        const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
        const sweep = setInterval(() => server.closeIdleConnections(), 100);
        await closed;
        clearTimeout(deadline);
        clearInterval(sweep);
      })();
      return stopping;
    },
  };
}
