import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Authenticator } from '#access/authenticate.ts';
import type { ContextFactory } from '#access/context.ts';
import { type Credential, parseCredential } from '#access/credential.ts';
import { statusOf } from '#graphql/mask-errors.ts';
import type { DoorContext } from '#graphql/pipeline.ts';
import type { Env } from '#platform/env.ts';
import { Forbidden } from '#platform/errors.ts';
import { isForeignOrigin } from './origin.ts';
import type { RateLimits } from './rate-limits.ts';
import { BodyRefused, readBody } from './read-body.ts';
import { openOperation, parseParams } from './run-operation.ts';
import type { GraphQLEngine } from './yoga.ts';

type Options = {
  engine: GraphQLEngine;
  env: Env;
  authenticator: Authenticator;
  createContext: ContextFactory;
  rateLimits: RateLimits;
  baseUrl: () => string;
};

const JSON_BODY = /^application\/(graphql\+)?json\s*(;\s*charset=\s*"?utf-?8"?\s*)?$/i;
const RESPONSE_TYPE = 'application/graphql-response+json';
const STREAM = /text\/event-stream/i;

/** The newer type when the client asks for it, else plain JSON; nothing when it accepts neither. */
function responseTypeFor(accept: string | undefined): string | undefined {
  if (!accept || accept === '*/*') return 'application/json; charset=utf-8';
  if (accept.includes(RESPONSE_TYPE)) return `${RESPONSE_TYPE}; charset=utf-8`;
  return /application\/(json|\*)|\*\/\*/.test(accept) ? 'application/json; charset=utf-8' : undefined;
}

export function credentialOf(req: IncomingMessage): Credential {
  const { authorization, cookie, 'x-toolcrib-tenant': tenant } = req.headers;
  return parseCredential({
    authorization,
    cookie,
    tenant: Array.isArray(tenant) ? tenant[0] : tenant,
  });
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  res.end(body);
}

/** The door for plain POSTs goes straight to the envelope; everything else that Yoga serves (GET, streams, GraphiQL) goes to Yoga. */
export function createGraphQLDoor(options: Options) {
  const { engine, env, authenticator, createContext, rateLimits } = options;

  function fail(res: ServerResponse, type: string, error: unknown, status?: number): void {
    const masked = engine.mask(error);
    const result = { errors: [masked] };
    send(res, status ?? statusOf(result), type, JSON.stringify(result));
  }

  function answer(res: ServerResponse, type: string, result: ExecutionResult): void {
    send(res, statusOf(result), type, JSON.stringify(result));
  }

  async function post(req: IncomingMessage, res: ServerResponse, requestId: string, type: string): Promise<void> {
    const credential = credentialOf(req);
    if (credential.kind === 'cookie' && isForeignOrigin(req, options.baseUrl())) {
      return fail(res, type, new Forbidden('This request comes from another site.'), 403);
    }
    let body: unknown;
    try {
      body = JSON.parse(await readBody(req, env.LIMIT_BODY_BYTES));
    } catch (error) {
      const refusal = error instanceof BodyRefused ? error : new BodyRefused(400, 'The body is not valid JSON.');
      if (refusal.status !== 400) res.setHeader('connection', 'close');
      const code = refusal.status === 413 ? 'LIMIT_EXCEEDED' : 'BAD_USER_INPUT';
      return fail(res, type, new GraphQLError(refusal.message, { extensions: { code } }), refusal.status);
    }
    try {
      const params = parseParams(body);
      const viewer = await authenticator.authenticate(credential);
      const context: DoorContext = {
        ...createContext(viewer, requestId),
        costLimit: env.LIMIT_QUERY_COST,
        credential,
      };
      const operation = openOperation(engine, context, params);
      const prepared = operation.prepare();
      if ('errors' in prepared) return answer(res, type, prepared);
      if (prepared.kind === 'subscription') {
        const message = 'Follow subscriptions over WebSocket, or send "Accept: text/event-stream".';
        return fail(res, type, new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } }), 400);
      }
      rateLimits.spend(viewer, () => operation.costOf(prepared.document), res);
      answer(res, type, await operation.execute(prepared.document));
    } catch (error) {
      fail(res, type, error);
    }
  }

  return async function handle(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const accept = req.headers.accept;
    if (req.method === 'GET' || req.method === 'HEAD') return void (await engine.yoga(req, res));
    if (req.method !== 'POST') {
      res.setHeader('allow', 'GET, POST');
      return fail(res, 'application/json; charset=utf-8', new GraphQLError('Use POST, or GET for queries.'), 405);
    }
    const type = responseTypeFor(accept);
    if (!JSON_BODY.test(req.headers['content-type'] ?? '')) {
      const message = 'Send the operation as "Content-Type: application/json".';
      return fail(res, type ?? 'application/json; charset=utf-8', new GraphQLError(message), 415);
    }
    if (req.headers['content-encoding'] && req.headers['content-encoding'] !== 'identity') {
      return fail(res, type ?? 'application/json; charset=utf-8', new GraphQLError('Send the body uncompressed.'), 415);
    }
    if (accept && STREAM.test(accept)) return void (await engine.yoga(req, res));
    if (!type) {
      return fail(
        res,
        'application/json; charset=utf-8',
        new GraphQLError(`Accept application/json or ${RESPONSE_TYPE}.`),
        406,
      );
    }
    await post(req, res, requestId, type);
  };
}
