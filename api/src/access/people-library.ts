import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import type { BetterAuthOptions } from 'better-auth/types';
import { AUTH_PATH } from './people-endpoints.ts';
import { ADDRESS_HEADER } from './people-http.ts';
import { toLibraryLog } from './people-log.ts';
import { oidcPlugin } from './people-oidc-plugin.ts';
import { type PeopleOptions, type Site, secretsOf, siteOf } from './people-options.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './people-password.ts';
import { passwordRules } from './people-password-plugin.ts';
import type { createAttemptCounter } from './people-rate-limit.ts';
import { COOKIE_PREFIX, endSessions, readSessionToken } from './people-sessions.ts';
import { SIGN_IN_LINK_PATH } from './sign-in-link.ts';
import { signInLinks } from './sign-in-link-plugin.ts';

export type Auth = ReturnType<typeof createAuth>;

const DAY = 24 * 60 * 60;
const EVERY_SESSION = 100_000;

/** On one's own machine 127.0.0.1 and localhost are the same place. */
function originsOf(site: Site, others: string[]): string[] {
  const twins = [site.origin.replace('//127.0.0.1', '//localhost'), site.origin.replace('//localhost', '//127.0.0.1')];
  return [...new Set([...twins, ...others])];
}

/** The limit holds per address and endpoint. */
function rateRules({ signInLimit = { attempts: 10, windowSeconds: 60 } }: PeopleOptions) {
  const guessing = { window: signInLimit.windowSeconds, max: signInLimit.attempts };
  const opening = { window: 60, max: 60 };
  return {
    '/sign-in/email': guessing,
    '/change-password': guessing,
    '/set-password': guessing,
    '/sign-in/social': opening,
    [SIGN_IN_LINK_PATH]: opening,
  };
}

/**
 * Whoever invited a person might have chosen the password and signed in as them. So when a provider first vouches for
 * the address, every way in from before is closed. Of the provider's tokens none is kept: we only ask who it is.
 */
function accountHooks({ prisma, onSessionsEnded }: PeopleOptions) {
  return {
    async before(account: { providerId: string; userId: string }) {
      if (account.providerId === 'credential') return;
      const { userId } = account;
      const unproven = await prisma.user.count({ where: { id: userId, emailVerified: false } });
      if (unproven > 0) {
        await prisma.authAccount.deleteMany({ where: { userId } });
        await endSessions(prisma, { userId }, onSessionsEnded);
      }
      return { data: { accessToken: null, refreshToken: null, idToken: null } };
    },
  };
}

function requestHook(options: PeopleOptions, site: Site) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path === '/sign-out' && ctx.headers) {
      // The library would answer "signed out" even if the database could not be reached.
      const token = readSessionToken(ctx.headers, site.secure, secretsOf(options));
      if (token) await endSessions(options.prisma, { token }, options.onSessionsEnded);
    }
    if (ctx.path === '/sign-in/social' && ctx.body?.idToken !== undefined) {
      throw new APIError('BAD_REQUEST', { code: 'BAD_REQUEST', message: 'Sign in through the page of the provider.' });
    }
  });
}

type AttemptCounter = ReturnType<typeof createAttemptCounter>;

/** The identity library, set up as ours. With a provider it first asks that one for its discovery document. */
export function createAuth(options: PeopleOptions, attempts: AttemptCounter, withProvider = false) {
  const { prisma, onSessionsEnded } = options;
  const site = siteOf(options);
  const plugins = withProvider && options.oidc ? [oidcPlugin(options.oidc)] : [];
  const settings = {
    appName: 'Toolcrib',
    baseURL: site.origin,
    basePath: AUTH_PATH,
    // As a list, since otherwise an environment variable of the library would win over ours.
    secrets: [{ version: 1, value: options.secret }],
    trustedOrigins: originsOf(site, options.trustedOrigins ?? []),
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    user: {
      validateUserInfo: ({ user, source }) => {
        if (source.action !== 'sign-in' && !user.emailVerified) return { error: 'email_not_verified' };
      },
    },
    session: { modelName: 'authSession', expiresIn: 7 * DAY, updateAge: DAY, freshAge: 0 },
    account: {
      modelName: 'authAccount',
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    verification: { modelName: 'authVerification' },
    databaseHooks: {
      session: {
        delete: { after: async (session) => onSessionsEnded({ userId: session.userId, sessionId: session.id }) },
      },
      account: { create: accountHooks(options) },
    },
    hooks: { before: requestHook(options, site) },
    rateLimit: { enabled: true, window: 10, max: 300, customRules: rateRules(options), customStorage: attempts },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: site.secure,
      // Said aloud because the library leaves these checks out when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // With the library's own limit of 100 rows, "sign out everywhere" would miss sessions.
      database: { generateId: false, defaultFindManyLimit: EVERY_SESSION },
    },
    telemetry: { enabled: false },
    logger: toLibraryLog(options.log),
    onAPIError: { throw: true, errorURL: `${site.origin}/sign-in` },
    plugins: [signInLinks(prisma), passwordRules(prisma), ...plugins],
  } satisfies BetterAuthOptions;
  return betterAuth(settings);
}
