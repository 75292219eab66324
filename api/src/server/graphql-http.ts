import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Authenticator } from '#access/authenticate.ts';
import type { ContextFactory } from '#access/context.ts';
import { type Credential, parseCredential } from '#access/credential.ts';
import type { Viewer } from '#access/viewer.ts';
import { statusOf } from '#graphql/mask-errors.ts';
import type { DoorContext } from '#graphql/pipeline.ts';
import type { Env } from '#platform/env.ts';
import { Forbidden } from '#platform/errors.ts';
import { parseExactly } from '#platform/exact-json.ts';
import type { Admission } from './admission.ts';
import { isForeignOrigin } from './origin.ts';
import type { Places } from './places.ts';
import { budgetWriter } from './rate-limits.ts';
import { RequestRefused, readBody } from './read-body.ts';
import { type OperationParams, openOperation, parseParams } from './run-operation.ts';
import { hangUpOnStalled } from './slow-reader.ts';
import type { GraphQLEngine } from './yoga.ts';

type Options = {
  engine: GraphQLEngine;
  admission: Admission;
  places: Places;
  env: Env;
  authenticator: Authenticator;
  createContext: ContextFactory;
  baseUrl: () => string;
};

const JSON_BODY = /^application\/(graphql\+)?json\s*(;\s*charset=\s*"?utf-?8"?\s*)?$/i;
const RESPONSE_TYPE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json; charset=utf-8';
const STREAM = /text\/event-stream/i;
const PAGE = /text\/html/i;
const METHODS = new Set(['GET', 'HEAD', 'POST']);
const OVER_A_LIMIT = new Set([413, 429]);
const HOW_TO_FOLLOW = 'Follow subscriptions over WebSocket, or send "Accept: text/event-stream".';

type Refusal = { status: number; error: Error };

/** The newer type when the client asks for it, else plain JSON; nothing when it accepts neither. */
function responseTypeFor(accept: string | undefined): string | undefined {
  if (!accept || accept === '*/*') return JSON_TYPE;
  if (accept.includes(RESPONSE_TYPE)) return `${RESPONSE_TYPE}; charset=utf-8`;
  return /application\/(json|\*)|\*\/\*/.test(accept) ? JSON_TYPE : undefined;
}

export function credentialOf(req: IncomingMessage): Credential {
  const { authorization, cookie, 'x-toolcrib-tenant': tenant } = req.headers;
  return parseCredential({
    authorization,
    cookie,
    tenant: Array.isArray(tenant) ? tenant[0] : tenant,
  });
}

function parseJson(text: string, what: string): unknown {
  const refuse = (digits: string) => {
    throw new RequestRefused(
      400,
      `The number ${digits.slice(0, 40)} has too many digits, or is too large. Send it as text.`,
    );
  };
  try {
    return parseExactly(text, refuse);
  } catch (error) {
    throw error instanceof RequestRefused ? error : new RequestRefused(400, `${what} is not valid JSON.`);
  }
}

/** An operation in the address, as GET requests carry it. */
function paramsOf({ searchParams }: URL): OperationParams {
  const [variables, extensions] = ['variables', 'extensions'].map((name) => {
    const text = searchParams.get(name);
    return text === null ? undefined : parseJson(text, name);
  });
  const operationName = searchParams.get('operationName') ?? undefined;
  return parseParams({ query: searchParams.get('query') ?? undefined, operationName, variables, extensions });
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  res.end(body);
}

function tellWhenToRetry(res: ServerResponse, { data, errors }: ExecutionResult): void {
  const retryAfter = data ? undefined : errors?.[0]?.extensions.retryAfter;
  if (typeof retryAfter === 'number') res.setHeader('retry-after', retryAfter);
}

/** Operations go straight to the envelope; what Yoga serves better, streams and GraphiQL, goes to Yoga. */
export function createGraphQLDoor(options: Options) {
  const { engine, env, authenticator, createContext, admission, places } = options;
  const streams = new Set<ServerResponse>();

  const tooManyLines = `You hold ${env.LIMIT_SOCKETS} connections open, which is all you may. Close one, then try again.`;

  function fail(res: ServerResponse, type: string, error: unknown, status?: number): void {
    const masked = engine.mask(error);
    const result = { errors: [masked] };
    tellWhenToRetry(res, result);
    if (status === 405) res.setHeader('allow', 'GET, POST');
    if (status === 408 || status === 413) res.setHeader('connection', 'close');
    send(res, status ?? statusOf(result), type, JSON.stringify(result));
  }

  function answer(res: ServerResponse, type: string, result: ExecutionResult): void {
    tellWhenToRetry(res, result);
    send(res, statusOf(result), type, JSON.stringify(result));
  }

  /** What every request must be before more of it is read. */
  function refusalOf(req: IncomingMessage): Refusal | undefined {
    const { accept = '', 'content-type': contentType = '', 'content-encoding': encoding } = req.headers;
    if (!METHODS.has(req.method ?? ''))
      return { status: 405, error: new GraphQLError('Use POST, or GET for queries.') };
    if (req.method === 'POST') {
      if (!JSON_BODY.test(contentType)) {
        return { status: 415, error: new GraphQLError('Send the operation as "Content-Type: application/json".') };
      }
      if (encoding && encoding !== 'identity') {
        return { status: 415, error: new GraphQLError('Send the body uncompressed.') };
      }
      if (isForeignOrigin(req, options.baseUrl()) && credentialOf(req).kind === 'cookie') {
        return { status: 403, error: new Forbidden('This request comes from another site.') };
      }
    }
    if (responseTypeFor(accept) || STREAM.test(accept)) return undefined;
    return { status: 406, error: new GraphQLError(`Accept application/json or ${RESPONSE_TYPE}.`) };
  }

  async function serve(req: IncomingMessage, res: ServerResponse, requestId: string, url: URL, type: string) {
    const text = req.method === 'POST' ? await readBody(req, env.LIMIT_BODY_BYTES) : undefined;
    const params = text === undefined ? paramsOf(url) : parseParams(parseJson(text, 'The body'));
    const reader = await admission.run(() => perform(req, res, requestId, type, params));
    if (!reader || res.closed) return;
    const leave = places.take(reader);
    if (!leave) throw new RequestRefused(429, tooManyLines);
    streams.add(res);
    res.once('close', () => {
      streams.delete(res);
      leave();
    });
    // Streams are Yoga's; it takes a body that was read already from here.
    hangUpOnStalled(res);
    await engine.yoga(Object.assign(req, { body: text }), res);
  }

  /** Answers, unless it is a stream that is wanted: then it says by whom. */
  async function perform(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    type: string,
    params: OperationParams,
  ): Promise<Viewer | undefined> {
    const credential = credentialOf(req);
    const context: DoorContext = Object.assign(createContext(await authenticator.authenticate(credential), requestId), {
      costLimit: env.LIMIT_QUERY_COST,
      credential,
      tellBudget: budgetWriter(res),
    });
    const operation = openOperation(engine, context, params);
    const prepared = operation.prepare();
    if ('errors' in prepared) return void answer(res, type, prepared);
    if (prepared.kind === 'mutation' && req.method !== 'POST') throw new RequestRefused(405, 'Use POST for mutations.');
    if (STREAM.test(req.headers.accept ?? '')) return context.viewer;
    if (prepared.kind === 'subscription') throw new RequestRefused(400, HOW_TO_FOLLOW);
    answer(res, type, await operation.execute(prepared.document));
    return undefined;
  }

  async function handle(req: IncomingMessage, res: ServerResponse, requestId: string, url: URL): Promise<void> {
    const { accept = '' } = req.headers;
    if (req.method === 'GET' && env.graphiql && PAGE.test(accept) && !url.searchParams.has('query')) {
      return void (await engine.yoga(req, res));
    }
    const type = responseTypeFor(accept) ?? JSON_TYPE;
    const refusal = refusalOf(req);
    if (refusal) return fail(res, type, refusal.error, refusal.status);
    try {
      admission.check();
      await serve(req, res, requestId, url, type);
    } catch (error) {
      if (!(error instanceof RequestRefused)) return fail(res, type, error);
      const code = OVER_A_LIMIT.has(error.status) ? 'LIMIT_EXCEEDED' : 'BAD_USER_INPUT';
      fail(res, type, new GraphQLError(error.message, { extensions: { code } }), error.status);
    }
  }

  return {
    handle,
    /** Breaks off what is being followed: an orderly end would look like the end of the story. */
    hangUp() {
      for (const res of streams) res.destroy();
    },
  };
}
