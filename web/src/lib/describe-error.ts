import type { CombinedError } from '@urql/core';

export type ErrorKind = 'offline' | 'forbidden' | 'notFound' | 'invalid' | 'conflict' | 'busy' | 'unexpected';

export type FieldProblem = { path: (string | number)[]; message: string };

export type ErrorDescription = {
  kind: ErrorKind;
  title: string;
  body: string;
  requestId?: string;
};

const kindOfCode: Record<string, ErrorKind> = {
  FORBIDDEN: 'forbidden',
  UNAUTHENTICATED: 'forbidden',
  NOT_FOUND: 'notFound',
  BAD_USER_INPUT: 'invalid',
  CONFLICT: 'conflict',
  LIMIT_EXCEEDED: 'conflict',
  SLUG_TAKEN: 'conflict',
  RATE_LIMITED: 'busy',
  UNAVAILABLE: 'busy',
};

const titles: Record<ErrorKind, string> = {
  offline: 'Toolcrib cannot be reached',
  forbidden: 'You may not do this',
  notFound: 'This is not here',
  invalid: 'Please check what you entered',
  conflict: 'This could not be done',
  busy: 'Toolcrib is busy',
  unexpected: 'Something went wrong',
};

const advice: Record<ErrorKind, string> = {
  offline: 'Check your connection, then try again. Nothing you entered is lost.',
  forbidden: 'Your role does not allow it. An admin of this tenant can change your role.',
  notFound: 'It may have been removed, or the link may be incomplete.',
  invalid: 'Correct the marked values and try again.',
  conflict: 'Somebody may have changed it meanwhile. Reload and try again.',
  busy: 'Wait a few seconds, then try again.',
  unexpected: 'Try again. If it keeps happening, give your operator the request number below.',
};

/** The messages of these kinds are written by the server for the person who reads them. */
const speaksForItself = new Set<ErrorKind>(['invalid', 'conflict', 'forbidden']);

export function errorCode(error: CombinedError): string | undefined {
  const code = error.graphQLErrors[0]?.extensions?.code;
  return typeof code === 'string' ? code : undefined;
}

export function errorKind(error: CombinedError): ErrorKind {
  const code = errorCode(error);
  if (code) return kindOfCode[code] ?? 'unexpected';
  const status: unknown = error.response?.status;
  if (error.networkError && typeof status !== 'number') return 'offline';
  if (status === 429 || status === 502 || status === 503 || status === 504) return 'busy';
  return 'unexpected';
}

export function fieldProblems(error: CombinedError): FieldProblem[] {
  return error.graphQLErrors.flatMap((one) => {
    const fields = one.extensions?.fields;
    return Array.isArray(fields) ? (fields as FieldProblem[]) : [];
  });
}

export type RefusingRule = { id: string; name: string };

/** The approval rule that refused the call, if one did: then no role is missing, and no second try helps. */
export function refusingRule(error: CombinedError): RefusingRule | undefined {
  const { reason, rule } = error.graphQLErrors[0]?.extensions ?? {};
  return reason === 'REFUSED_BY_RULE' ? (rule as RefusingRule) : undefined;
}

export function requestIdOf(error: CombinedError): string | undefined {
  const fromBody = error.graphQLErrors[0]?.extensions?.requestId;
  if (typeof fromBody === 'string') return fromBody;
  return error.response?.headers?.get?.('x-request-id') ?? undefined;
}

function describeRefusal(message: string, { name }: RefusingRule): ErrorDescription {
  const body = message.includes(`“${name}”`) ? message : `By the rule “${name}”: ${message}`;
  return { kind: 'forbidden', title: 'A rule refuses this call', body };
}

export function describeError(error: CombinedError): ErrorDescription {
  const rule = refusingRule(error);
  if (rule) return describeRefusal(error.graphQLErrors[0]?.message ?? '', rule);
  const kind = errorKind(error);
  const problems = fieldProblems(error).map((problem) => problem.message);
  const spoken = problems.length > 0 ? problems.join(' ') : error.graphQLErrors[0]?.message;
  const body = (speaksForItself.has(kind) && spoken) || advice[kind];
  return {
    kind,
    title: titles[kind],
    body,
    requestId: kind === 'unexpected' ? requestIdOf(error) : undefined,
  };
}
