import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql';
import { CloseCode, makeServer, type Context as SocketContext } from 'graphql-ws';
import type { Authenticator } from '#access/authenticate.ts';
import type { ContextFactory } from '#access/context.ts';
import { parseCredential } from '#access/credential.ts';
import { type Lease, openLease } from '#access/lease.ts';
import { type DoorContext, rightsEnded } from '#graphql/pipeline.ts';
import type { Env } from '#platform/env.ts';
import { LimitExceeded } from '#platform/errors.ts';
import { keepExact } from '#platform/exact-json.ts';
import { newRequestId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { withRequestId } from '#platform/request-scope.ts';
import type { Admission } from './admission.ts';
import { isForeignOrigin } from './origin.ts';
import type { Places } from './places.ts';
import { openOperation, parseParams } from './run-operation.ts';
import { waitForReader } from './slow-reader.ts';
import { type Line, openSocketLines } from './socket-line.ts';
import { tellResults } from './tell-results.ts';
import { GRAPHQL_PATH, type GraphQLEngine } from './yoga.ts';

type Options = {
  engine: GraphQLEngine;
  admission: Admission;
  places: Places;
  env: Env;
  authenticator: Authenticator;
  createContext: ContextFactory;
  baseUrl: () => string;
  log: Log;
};
type SocketState = Line &
  Record<PropertyKey, unknown> & {
    lease?: Lease;
    credential?: ReturnType<typeof parseCredential>;
  };
type Socket = SocketContext<Record<string, unknown>, SocketState>;
type Prepared = {
  document: DocumentNode;
  operationName?: string | null;
  run(): Promise<ExecutionResult | AsyncIterable<never>>;
};

/** Codes after which a client comes back by itself. */
const RESTART = 1012;
const TRY_LATER = 1013;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The socket door: one lease per socket, every operation through the same envelope as over HTTP. */
export function createSocketDoor(server: Server, options: Options) {
  const { engine, env, authenticator, createContext, admission, places } = options;
  const lines = openSocketLines(env.LIMIT_BODY_BYTES, options.log);

  async function connect(socket: Socket): Promise<boolean> {
    const { extra, connectionParams = {} } = socket;
    const credential = parseCredential({
      authorization: textOf(connectionParams.authorization),
      cookie: extra.request.headers.cookie,
      tenant: textOf(connectionParams.tenant),
    });
    if (credential.kind === 'none') return false;
    const lease = await openLease(authenticator, credential, (end) => {
      if (end === 'revoked') extra.socket.close(CloseCode.Forbidden, 'Your rights have ended.');
      else extra.socket.close(RESTART, 'Your rights have changed. Connect again.');
    }).catch(() => undefined);
    if (!lease) return false;
    if (extra.socket.readyState !== extra.socket.OPEN) {
      lease.release();
      return false;
    }
    const leave = places.take(lease.viewer);
    Object.assign(extra, { lease, credential });
    extra.socket.once('close', () => {
      lease.release();
      leave?.();
    });
    if (!leave) extra.socket.close(TRY_LATER, 'Too many connections of this caller.');
    return true;
  }

  async function prepare(socket: Socket, id: string, payload: unknown): Promise<Prepared | readonly GraphQLError[]> {
    const { lease, credential, socket: line } = socket.extra;
    if (!lease || !credential || !(await lease.check())) {
      return [rightsEnded()];
    }
    try {
      const context: DoorContext = {
        ...createContext(lease.viewer, newRequestId()),
        costLimit: env.LIMIT_QUERY_COST,
        credential,
        lease,
        waitForReader: () => waitForReader(line),
      };
      const params = parseParams(payload);
      const operation = openOperation(engine, context, params);
      const prepared = operation.prepare();
      if ('errors' in prepared) return prepared.errors;
      const { document, kind } = prepared;
      return {
        document,
        operationName: params.operationName,
        run: () =>
          withRequestId(context.requestId, () =>
            kind === 'subscription'
              ? operation
                  .subscribe(document)
                  .then((told) => ('next' in told ? tellResults(socket.extra, id, told) : told))
              : admission.run(() => operation.execute(document)).catch((error) => ({ errors: [engine.mask(error)] })),
          ),
      };
    } catch (error) {
      return [engine.mask(error)];
    }
  }

  const tooMany = new LimitExceeded(
    'SOCKET_OPERATIONS',
    `This connection has ${env.LIMIT_SOCKET_OPERATIONS} operations under way. Complete one of them, then send this one again.`,
  );
  const protocol = makeServer<Record<string, unknown>, SocketState>({
    connectionInitWaitTimeout: 3_000,
    jsonMessageReviver: keepExact((digits) => {
      throw new RangeError(`The number ${digits.slice(0, 40)} has too many digits, or is too large. Send it as text.`);
    }),
    onConnect: (socket) => connect(socket as Socket),
    onSubscribe: async (socket, id, payload) => {
      if (Object.keys(socket.subscriptions).length > env.LIMIT_SOCKET_OPERATIONS) return [engine.mask(tooMany)];
      const prepared = await prepare(socket as Socket, id, payload);
      if (!('run' in prepared)) return prepared;
      // The library reads from these which kind of operation it is; running it is ours.
      return { document: prepared.document, operationName: prepared.operationName, rootValue: prepared } as never;
    },
    execute: (args) => (args as unknown as { rootValue: Prepared }).rootValue.run() as never,
    subscribe: (args) => (args as unknown as { rootValue: Prepared }).rootValue.run() as never,
  });

  server.on('upgrade', (req: IncomingMessage, line: Duplex, head: Buffer) => {
    line.on('error', () => line.destroy());
    if (req.url?.split('?')[0] !== GRAPHQL_PATH) return void line.end('HTTP/1.1 404 Not Found\r\n\r\n');
    if (isForeignOrigin(req, options.baseUrl())) return void line.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    lines.handleUpgrade(req, line, head, (socket) => lines.carry(protocol, { socket, request: req }));
  });

  return {
    count: lines.count,
    /** Tells every client to come back to another process, or to this one when it is up again. */
    close: () => lines.close(RESTART, 'The service restarts. Connect again.'),
  };
}
