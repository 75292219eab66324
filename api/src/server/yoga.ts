import type { ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Authenticator } from '#access/authenticate.ts';
import type { ContextFactory } from '#access/context.ts';
import { parseCredential } from '#access/credential.ts';
import type { Viewer } from '#access/viewer.ts';
import { maskError } from '#graphql/mask-errors.ts';
import { createPipeline, type DoorContext, type Spend } from '#graphql/pipeline.ts';
import type { Env } from '#platform/env.ts';
import type { Log } from '#platform/log.ts';
import { currentRequestId } from '#platform/request-scope.ts';
import { budgetWriter } from './rate-limits.ts';

export const GRAPHQL_PATH = '/graphql';

const NOTHING_TO_ADD = {} as DoorContext;

type Options = {
  schema: GraphQLSchema;
  env: Env;
  log: Log;
  authenticator: Authenticator;
  createContext: ContextFactory;
  spend: Spend;
};

/** The envelope around every operation. Plain POSTs and sockets pass through it by `getEnveloped`, the rest by its own door. */
export function createGraphQL({ schema, env, log, authenticator, createContext, spend }: Options) {
  const mask = (error: unknown): GraphQLError => maskError(error, currentRequestId(), log);
  const pipeline = createPipeline({
    limits: {
      tokens: env.LIMIT_QUERY_TOKENS,
      depth: env.LIMIT_QUERY_DEPTH,
      aliases: env.LIMIT_QUERY_ALIASES,
      directives: env.LIMIT_QUERY_DIRECTIVES,
    },
    introspection: env.introspection,
    authenticator,
    spend,
    log,
  });

  async function contextOf(headers: Headers, res?: ServerResponse): Promise<DoorContext> {
    const credential = parseCredential({
      authorization: headers.get('authorization') ?? undefined,
      cookie: headers.get('cookie') ?? undefined,
      tenant: headers.get('x-toolcrib-tenant') ?? undefined,
    });
    const viewer = await authenticator.authenticate(credential);
    return {
      ...createContext(viewer, currentRequestId()),
      costLimit: env.LIMIT_QUERY_COST,
      credential,
      tellBudget: budgetWriter(res),
      hangUp: () => void res?.destroy(),
    };
  }

  const yoga = createYoga<{ viewer?: Viewer; res?: ServerResponse }, DoorContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: env.graphiql ? { title: 'Toolcrib', subscriptionsProtocol: 'WS' } : false,
    // Nine megabytes of page, loaded when somebody opens it.
    renderGraphiQL: async (page) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(page),
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: env.LIMIT_BODY_BYTES,
    parserAndValidationCache: false,
    logging: false,
    maskedErrors: { maskError: mask },
    plugins: [pipeline],
    // An operation that comes by `getEnveloped` brings its context along.
    context: (initial) => (initial.viewer ? NOTHING_TO_ADD : contextOf(initial.request.headers, initial.res)),
  });

  return { yoga, mask, contextOf };
}

export type GraphQLEngine = ReturnType<typeof createGraphQL>;
