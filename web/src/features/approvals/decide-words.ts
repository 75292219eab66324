import type { CombinedError } from '@urql/core';
import { describeError, errorCode } from '#lib/describe-error.ts';

export type Refusal = { title: string; body: string };

/** What each code means to a person who decides, and what to do next. */
const sentences: Record<string, Refusal> = {
  ALREADY_DECIDED: {
    title: 'Somebody was faster',
    body: 'This call was decided already. A decision counts once, so yours was not used.',
  },
  APPROVAL_EXPIRED: {
    title: 'The time is over',
    body: 'Nobody decided in time. The call has to be made again.',
  },
  APPROVAL_CANCELLED: {
    title: 'The call was taken back',
    body: 'It was cancelled meanwhile. There is nothing left to decide.',
  },
  APPROVAL_OUT_OF_SCOPE: {
    title: 'It can only be denied',
    body: 'What would run is no longer what was asked about. Deny the call, and let it be made again.',
  },
  FORBIDDEN: {
    title: 'You may not decide this',
    body: 'Somebody else has to decide. Reload to see who it waits for.',
  },
  UNAUTHENTICATED: { title: 'You are signed out', body: 'Sign in again, then decide. Nothing was decided.' },
  NOT_FOUND: {
    title: 'This is not here any more',
    body: 'It may have been put before somebody else. Reload the inbox.',
  },
  BAD_USER_INPUT: { title: 'Please check what you entered', body: 'Correct it and try again. Nothing was decided.' },
  CONFLICT: { title: 'It changed meanwhile', body: 'Read it again, then decide. Nothing was decided.' },
  IDEMPOTENCY_KEY_REUSED: {
    title: 'This was sent before',
    body: 'Reload to see what became of it before you decide again.',
  },
  LIMIT_EXCEEDED: { title: 'A limit is reached', body: 'Decide fewer at once, or ask an admin to raise the limit.' },
  RATE_LIMITED: { title: 'Too many requests', body: 'Wait a few seconds, then try again. Nothing was decided.' },
  UNAVAILABLE: { title: 'Toolcrib is busy', body: 'Wait a few seconds, then try again. Nothing was decided.' },
  INTERNAL_SERVER_ERROR: {
    title: 'Something went wrong',
    body: 'Reload to see whether your decision was taken. If not, try again.',
  },
};

/** The server words these for the person who reads them. */
const spoken = new Set(['FORBIDDEN', 'APPROVAL_OUT_OF_SCOPE', 'BAD_USER_INPUT', 'LIMIT_EXCEEDED']);

export function refusalOf(code: string, message?: string | null): Refusal | undefined {
  const known = sentences[code];
  return known && spoken.has(code) && message ? { ...known, body: message } : known;
}

export function describeRefusal(error: CombinedError): Refusal {
  const described = describeError(error);
  const said = described.kind === 'unexpected' ? error.graphQLErrors[0]?.message : described.body;
  const known = refusalOf(errorCode(error) ?? '', said);
  return known ?? described;
}
