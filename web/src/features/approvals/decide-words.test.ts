import { CombinedError } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { describeRefusal, refusalOf } from './decide-words.ts';

const codes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'CONFLICT',
  'RATE_LIMITED',
  'LIMIT_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
  'ALREADY_DECIDED',
  'APPROVAL_EXPIRED',
  'APPROVAL_CANCELLED',
  'APPROVAL_OUT_OF_SCOPE',
];

const refused = (code: string, message: string) =>
  new CombinedError({ graphQLErrors: [{ message, extensions: { code } }] });

describe('a refused decision', () => {
  it('has a title and a sentence of its own for every code', () => {
    const words = codes.map((code) => refusalOf(code));
    expect(new Set(words.map((one) => one?.title)).size).toBe(codes.length);
    expect(words.every((one) => one?.body.endsWith('.'))).toBe(true);
  });

  it.each(codes)('is described by its code %s', (code) => {
    expect(describeRefusal(refused(code, 'Said.')).title).toBe(refusalOf(code)?.title);
  });

  it('repeats what the server says to the person, and nothing of what it says to nobody', () => {
    expect(describeRefusal(refused('FORBIDDEN', 'You asked for this call yourself.')).body).toBe(
      'You asked for this call yourself.',
    );
    expect(describeRefusal(refused('APPROVAL_OUT_OF_SCOPE', 'The rule was deleted.')).body).toBe(
      'The rule was deleted.',
    );
    expect(describeRefusal(refused('INTERNAL_SERVER_ERROR', 'secret detail')).body).not.toContain('secret');
  });

  it('tells a lost connection apart', () => {
    expect(describeRefusal(new CombinedError({ networkError: new Error('gone') })).title).toBe(
      'Toolcrib cannot be reached',
    );
  });
});
