import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Log } from '#platform/log.ts';
import type { SessionsEnded } from './people-sessions.ts';

export type OidcOptions = { issuer: string; clientId: string; clientSecret: string; name: string };

export type PeopleOptions = {
  prisma: PrismaClient;
  secret: string;
  /** Cookies that were signed with these still count. */
  formerSecrets?: readonly string[];
  /** A function, since with port 0 the address is known only once the server listens. */
  baseUrl: () => string;
  production: boolean;
  trustedOrigins?: string[];
  /** Believe the last X-Forwarded-For entry: only behind a proxy that writes it. */
  trustProxy?: boolean;
  oidc?: OidcOptions;
  signInLimit?: { attempts: number; windowSeconds: number };
  signInLinkMinutes?: number;
  onSessionsEnded(event: SessionsEnded): void;
  log: Log;
};

export const secretsOf = ({ secret, formerSecrets = [] }: PeopleOptions): string[] => [secret, ...formerSecrets];

export type Site = { origin: string; secure: boolean };

export function siteOf(options: PeopleOptions): Site {
  const { origin, protocol } = new URL(options.baseUrl());
  return { origin, secure: protocol === 'https:' };
}
