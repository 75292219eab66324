import { GraphQLError } from 'graphql';
import { isDatabaseAway } from '#platform/database-away.ts';
import { DomainError, Unavailable } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}

/** The one place where errors become GraphQL errors: domain errors keep their code, mistakes of the caller get one, the rest is hidden. */
export function maskError(error: unknown, requestId: string, log: Log): GraphQLError {
  const located =
    error instanceof GraphQLError
      ? {
          nodes: error.nodes,
          path: error.path,
          source: error.source,
          positions: error.positions,
        }
      : {};
  const say = (message: string, extensions: Record<string, unknown>) =>
    new GraphQLError(message, { ...located, extensions });
  const root = rootOf(error);

  if (root instanceof DomainError) return say(root.message, { code: root.code, ...root.details });
  if (root instanceof GraphQLError) {
    return typeof root.extensions.code === 'string'
      ? root
      : say(root.message, { ...root.extensions, code: 'BAD_USER_INPUT' });
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

/** With data in the answer the request succeeded; without, the first error decides. Outcomes such as CONFLICT stay 200. */
export function statusOf(result: { data?: unknown; errors?: readonly GraphQLError[] }): number {
  const code = result.errors?.[0]?.extensions.code;
  if (result.data || !code) return 200;
  if (!('data' in result) && code === 'FORBIDDEN') return 403;
  return STATUS[String(code)] ?? 200;
}
