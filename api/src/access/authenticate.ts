import { timingSafeEqual } from 'node:crypto';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { Forbidden, Unauthenticated } from '#platform/errors.ts';
import { hashToken } from '#platform/ids.ts';
import type { Bell, Live } from '#platform/live.ts';
import { type Credential, fingerprint } from './credential.ts';
import { type DemoVisits, VISIT_PREFIX } from './demo-visits.ts';
import { keyWithRights, roleWithPermissions, toKeyViewer } from './key-viewer.ts';
import type { People } from './people.ts';
import { ALL_PERMISSIONS, permissionsOfRole } from './permissions.ts';
import { ANONYMOUS, findScope, type Viewer } from './viewer.ts';
import { createViewerCache } from './viewer-cache.ts';

export type Authenticator = {
  /** The viewer behind a credential. A credential that is shown but worth nothing is refused, never ignored. */
  authenticate(credential: Credential): Promise<Viewer>;
  /** Hears, synchronously with the bell, which viewers may have lost rights. */
  onDoubt(listener: (concerns: (viewer: Viewer) => boolean) => void): () => void;
  close(): void;
};

type Options = {
  system: PrismaClient;
  people: People;
  live: Live;
  clock: Clock;
  operatorKeyHash: string | undefined;
  /** Null in production, where such tokens are worth nothing. */
  demoVisits: DemoVisits | null;
  onKeyUsed(apiKeyId: string): void;
};

const REFUSED_KEY = 'This API key is unknown, expired or revoked. Create a new one under Settings, API keys.';
const REFUSED_TENANT = 'You are not a member of this tenant, or it does not exist.';

/** Whether a bell may change what a viewer holds. */
function concernedBy(bell: Bell): ((viewer: Viewer) => boolean) | undefined {
  if (bell.model === '*') return () => true;
  if (bell.model === 'AuthSession') return (viewer) => viewer.kind === 'user' && viewer.userId === bell.id;
  if (!['ApiKey', 'Membership', 'Role', 'Tenant'].includes(bell.model)) return undefined;
  return (viewer) => findScope(viewer)?.tenantId === bell.tenantId;
}

export function createAuthenticator(options: Options): Authenticator {
  const { system, people, live, clock } = options;
  const cache = createViewerCache(clock, () => live.healthy());
  const listeners = new Set<(concerns: (viewer: Viewer) => boolean) => void>();
  const stopListening = live.listen((bell) => {
    const concerns = concernedBy(bell);
    if (!concerns) return;
    cache.drop(concerns);
    for (const listener of listeners) listener(concerns);
  });

  async function findKeyViewer(token: string): Promise<Viewer> {
    const key = await system.apiKey.findUnique({ where: { hash: hashToken(token) }, include: keyWithRights });
    const viewer = toKeyViewer(key, clock.now());
    if (!viewer) throw new Unauthenticated(REFUSED_KEY);
    return viewer;
  }

  async function findOperator(token: string, tenantSlug: string | undefined): Promise<Viewer> {
    const given = Buffer.from(hashToken(token));
    const expected = Buffer.from(options.operatorKeyHash ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Unauthenticated();
    if (!tenantSlug) return { kind: 'system', label: 'operator' };
    const tenant = await system.tenant.findUnique({ where: { slug: tenantSlug } });
    if (!tenant) throw new Forbidden(REFUSED_TENANT);
    return operatorIn(tenant);
  }

  async function findPersonViewer(cookie: string, tenantSlug: string | undefined): Promise<Viewer> {
    const session = await people.findSession({ cookie });
    if (!session) throw new Unauthenticated('Your sign-in has ended. Sign in again.');
    const { user } = session;
    const person = {
      kind: 'user',
      userId: user.id,
      email: user.email,
      name: user.name,
      authSessionId: session.sessionId,
      expiresAt: session.expiresAt,
    } as const;
    if (!tenantSlug) return person;
    const membership = await system.membership.findFirst({
      where: { userId: user.id, tenant: { slug: tenantSlug } },
      include: { tenant: true, role: roleWithPermissions },
    });
    if (!membership) throw new Forbidden(REFUSED_TENANT);
    return {
      ...person,
      membershipId: membership.id,
      scope: {
        tenantId: membership.tenantId,
        tenantSlug: membership.tenant.slug,
        roleSlug: membership.role.slug,
        permissions: permissionsOfRole(membership.role),
      },
    };
  }

  async function findVisitor(token: string): Promise<Viewer> {
    const viewer = await options.demoVisits?.find(token);
    if (!viewer) throw new Unauthenticated('This visit is over. Begin another one.');
    return viewer;
  }

  async function load(credential: Credential): Promise<Viewer> {
    if (credential.kind === 'cookie') return findPersonViewer(credential.cookie, credential.tenantSlug);
    if (credential.kind === 'none') return ANONYMOUS;
    if (credential.token.startsWith('op_')) return findOperator(credential.token, credential.tenantSlug);
    if (credential.token.startsWith(VISIT_PREFIX)) return findVisitor(credential.token);
    return findKeyViewer(credential.token);
  }

  return {
    async authenticate(credential) {
      if (credential.kind === 'none') return ANONYMOUS;
      const viewer = await cache.get(fingerprint(credential), () => load(credential));
      if (viewer.kind === 'apiKey') {
        if (viewer.expiresAt && viewer.expiresAt <= clock.now()) throw new Unauthenticated(REFUSED_KEY);
        options.onKeyUsed(viewer.apiKeyId);
      }
      return viewer;
    },
    onDoubt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stopListening,
  };
}

/** The operator acting inside one tenant. */
export function operatorIn(tenant: { id: string; slug: string }): Viewer {
  return {
    kind: 'system',
    label: 'operator',
    scope: { tenantId: tenant.id, tenantSlug: tenant.slug, roleSlug: null, permissions: new Set(ALL_PERMISSIONS) },
  };
}
