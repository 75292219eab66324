import type { IncomingMessage, ServerResponse } from 'node:http';
import { AUTH_PATH } from '#access/people-endpoints.ts';
import type { App } from '#app.ts';
import { newRequestId } from '#platform/ids.ts';
import { withRequestId } from '#platform/request-scope.ts';
import { createAdmission } from './admission.ts';
import { createFilesDoor, FILES_PATH } from './files-http.ts';
import { createGraphQLDoor } from './graphql-http.ts';
import { createSocketDoor } from './graphql-ws.ts';
import { createHealthDoor } from './health-http.ts';
import { type Listener, listen } from './listen.ts';
import { createPlaces } from './places.ts';
import { createStaticWeb } from './static-web.ts';
import { GRAPHQL_PATH } from './yoga.ts';

export type RunningServer = {
  url: string;
  stop(): Promise<void>;
};

const SAFE_ID = /^[\w.:-]{1,100}$/;

const GRAPHQL_TARGET = new URL(`http://crib${GRAPHQL_PATH}`);

function parseTarget(target: string | undefined): URL | null {
  if (target === GRAPHQL_PATH) return GRAPHQL_TARGET;
  return URL.parse(`http://crib${target?.startsWith('/') ? target : '/'}`);
}

/** All doors on one port, in the order a request meets them. */
export async function startServer(app: App, webFolder: string, given?: Listener): Promise<RunningServer> {
  const { server, url, serve, end } = given ?? (await listen(app.env));
  app.listening(url);
  const { env, log, engine, authenticator, createContext, people, metrics } = app;
  const admission = createAdmission(env.LIMIT_OPERATIONS, app.awaitedRuns);
  const shared = {
    engine,
    admission,
    places: createPlaces(env.LIMIT_SOCKETS),
    env,
    authenticator,
    createContext,
    baseUrl: app.baseUrl,
  };
  const graphql = createGraphQLDoor(shared);
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
    if (door === 'graphql') return graphql.handle(req, res, requestId, url);
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

  serve((req, res) => {
    const startedAt = performance.now();
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && SAFE_ID.test(given) ? given : newRequestId();
    const url = parseTarget(req.url);
    if (!url) {
      res.writeHead(400);
      return void res.end();
    }
    const door = doorOf(url.pathname);
    res.setHeader('x-request-id', requestId);
    res.on('close', () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics.noteRequest(door, res.statusCode, seconds);
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
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be taken'));
  const sockets = createSocketDoor(server, { ...shared, log });
  metrics.gauge('toolcrib_sockets', 'Open WebSocket connections.', sockets.count);
  metrics.gauge('toolcrib_operations', 'Operations under way.', admission.count);

  async function drain(): Promise<void> {
    app.draining();
    // Lines first: on one still open, the end of its stream would look like the end of the story.
    const socketsClosed = sockets.close();
    graphql.hangUp();
    app.endStreams();
    await Promise.all([end(), socketsClosed]);
  }

  let stopping: Promise<void> | undefined;
  return {
    url,
    /** Lets what runs finish, takes no new work, and tells streams to come back. Safe to call again. */
    stop: () => {
      stopping ??= drain();
      return stopping;
    },
  };
}
