import { GraphQLError } from 'graphql';
import { isDatabaseAway } from '#platform/database-away.ts';
import { DomainError, Unavailable } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}

/** The status Yoga's own door answers with when a request never came to execution; not part of the answer itself. */
function withStatus(error: GraphQLError): GraphQLError {
  const status = error.path ? undefined : BEFORE_EXECUTION[String(error.extensions.code)];
  if (status) Object.defineProperty(error.extensions, 'http', { value: { status }, enumerable: false });
  return error;
}

/** The one place where errors become GraphQL errors: domain errors keep their code, mistakes of the caller get one, the rest is hidden. */
export function maskError(error: unknown, requestId: string, log: Log): GraphQLError {
  const say = (message: string, extensions: Record<string, unknown>) => {
    const { nodes, source, positions, path } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
    return withStatus(new GraphQLError(message, { nodes, source, positions, path, extensions }));
  };
  const root = rootOf(error);

  if (root instanceof DomainError) return say(root.message, { code: root.code, ...root.details });
  if (root instanceof GraphQLError) {
    const { code, http: _http, ...rest } = root.extensions;
    if (typeof code !== 'string') return say(root.message, { ...rest, code: 'BAD_USER_INPUT' });
    // What the library calls a failed parse or validation is a mistake of the caller like any other.
    return code.startsWith('GRAPHQL_')
      ? say(root.message, { ...rest, code: 'BAD_USER_INPUT', reason: code })
      : withStatus(root);
  }
  if (isDatabaseAway(root)) {
    log.warn({ err: root, requestId }, 'database away');
    const away = new Unavailable();
    return say(away.message, { code: away.code, ...away.details, requestId });
  }
  log.error({ err: root, requestId }, 'unexpected error');
  return say(`Something went wrong on our side. Tell your operator this request id: ${requestId}`, {
    code: 'INTERNAL_SERVER_ERROR',
    requestId,
  });
}

const STATUS: Record<string, number> = {
  UNAUTHENTICATED: 401,
  BAD_USER_INPUT: 400,
  LIMIT_EXCEEDED: 400,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
};

const BEFORE_EXECUTION: Record<string, number> = { ...STATUS, FORBIDDEN: 403 };

/** With data in the answer the request succeeded; without, the first error decides. Outcomes such as CONFLICT stay 200. */
export function statusOf(result: { data?: unknown; errors?: readonly GraphQLError[] }): number {
  const code = result.errors?.[0]?.extensions.code;
  if (result.data || !code) return 200;
  return ('data' in result ? STATUS : BEFORE_EXECUTION)[String(code)] ?? 200;
}
