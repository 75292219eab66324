import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Prisma } from '#generated/prisma/client.ts';
import { SINGLE_SIGN_ON_PROVIDER } from './people-endpoints.ts';
import { createHandler } from './people-handler.ts';
import type { Auth } from './people-library.ts';
import { describeError } from './people-log.ts';
import { type PeopleOptions, secretsOf, siteOf } from './people-options.ts';
import { passwordProblem } from './people-password.ts';
import { createAttemptCounter } from './people-rate-limit.ts';
import { createPerson, findPerson, type NewPerson, type Person } from './people-records.ts';
import { endSessions, findSessionByToken, type PersonSession, readSessionToken } from './people-sessions.ts';
import { createSingleSignOn } from './people-single-sign-on.ts';
import { issueSignInLink } from './sign-in-link.ts';

export type { PeopleOptions } from './people-options.ts';
export type { Person } from './people-records.ts';

export type People = {
  /** Everything below /api/auth/. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  findSession(headers: Headers | IncomingHttpHeaders): Promise<PersonSession | null>;
  /** The only way to get a sign-in link; null when there is no such person. */
  createSignInLink(email: string, options?: { next?: string }): Promise<{ url: string; expiresAt: Date } | null>;
  createPerson(input: NewPerson, transaction?: Prisma.TransactionClient): Promise<Person>;
  findPerson(email: string): Promise<Person | null>;
  passwordProblem(password: string, email?: string): string | null;
  /** Deletes sessions and links that are over. Returns how many sessions. */
  removeExpired(): Promise<number>;
  singleSignOn: { providerId: string; name: string } | null;
};

const SHORTEST_SECRET = 32;
const DEFAULT_LINK_MINUTES = 15;

/** A listener that fails must not keep a session from ending. */
function withSafeListener(given: PeopleOptions): PeopleOptions {
  return {
    ...given,
    onSessionsEnded(event) {
      try {
        given.onSessionsEnded(event);
      } catch (error) {
        given.log.error({ problem: describeError(error) }, 'the end of a session could not be announced');
      }
    },
  };
}

export function createPeople(given: PeopleOptions): People {
  if (given.production && given.secret.length < SHORTEST_SECRET) {
    throw new Error(`The secret for sign-ins must have at least ${SHORTEST_SECRET} characters.`);
  }
  const options = withSafeListener(given);
  const { prisma, oidc } = options;
  const secrets = secretsOf(options);
  const attempts = createAttemptCounter();
  // The library is large and slow to load, and most processes serve keys long before somebody signs in.
  const makeAuth = async (withProvider: boolean): Promise<Auth> => {
    const { createAuth } = await import('./people-library.ts');
    return createAuth(options, attempts, withProvider);
  };
  let made: Promise<Auth> | undefined;
  const library = async (request: Request): Promise<Response> => {
    made ??= makeAuth(false);
    return (await made).handler(request);
  };
  const provider = oidc && createSingleSignOn(() => makeAuth(true), options.log);

  return {
    handle: createHandler(options, library, provider),

    async findSession(headers) {
      const token = readSessionToken(headers, siteOf(options).secure, secrets);
      return token === null ? null : findSessionByToken(prisma, token);
    },

    async createSignInLink(email, { next = '/' } = {}) {
      const person = await findPerson(prisma, email);
      if (!person) return null;
      const minutes = options.signInLinkMinutes ?? DEFAULT_LINK_MINUTES;
      return issueSignInLink(prisma, { userId: person.id, origin: siteOf(options).origin, next, minutes });
    },

    createPerson: (input, transaction) => createPerson(prisma, input, transaction),
    findPerson: (email) => findPerson(prisma, email),
    passwordProblem,

    async removeExpired() {
      const now = new Date();
      await prisma.authVerification.deleteMany({ where: { expiresAt: { lte: now } } });
      return endSessions(prisma, { expiresAt: { lte: now } }, options.onSessionsEnded);
    },

    singleSignOn: oidc ? { providerId: SINGLE_SIGN_ON_PROVIDER, name: oidc.name } : null,
  };
}
