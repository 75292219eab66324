import type { FakeFields } from './fake-server.ts';
import { refuse } from './fake-server.ts';

export const tenants = [
  { slug: 'demo', name: 'Demo Industries' },
  { slug: 'ims', name: 'Institute of Marine Science' },
];

export const olive = { id: 'user-1', name: 'Olive Owner', email: 'owner@demo.test' };

const everything = ['members', 'roles', 'keys', 'settings'].flatMap((resource) =>
  ['read', 'create', 'update', 'delete'].map((verb) => `${resource}.tenant.${verb}`),
);

const role = { id: 'role-1', name: 'Owner' };

/** What /api/auth/get-session answers. */
export const oliveSession = { '/get-session': () => Response.json({ user: olive, session: {} }) };

type SignedIn = { permissions?: string[]; belongsTo?: typeof tenants };

/** Answers as the server does to a person with a session: about themselves, or inside the tenant that they name. */
export function signedIn({ permissions = everything, belongsTo = tenants }: SignedIn = {}): FakeFields {
  const connection = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false }, totalCount: 3 };
  return {
    viewer: (_args, { headers }) => {
      const slug = headers.get('x-toolcrib-tenant');
      const tenant = belongsTo.find((one) => one.slug === slug);
      if (slug && !tenant) refuse('FORBIDDEN', 'You are not a member of this tenant, or it does not exist.');
      return {
        kind: 'USER',
        user: olive,
        tenant: tenant && { id: `tenant-${tenant.slug}`, ...tenant },
        role: 'system_admin',
        permissions: tenant ? permissions : [],
        membership: tenant && { id: `member-${tenant.slug}`, role },
        tenants: belongsTo.map((one) => ({ role: 'system_admin', tenant: one })),
      };
    },
    members: () => connection,
    apiKeys: () => connection,
    signInOptions: () => ({ emailAndPassword: true, demo: false, singleSignOn: null }),
  };
}

export function signedOut(more: FakeFields = {}): FakeFields {
  return {
    viewer: () => refuse('UNAUTHENTICATED', 'Sign in first.'),
    signInOptions: () => ({ emailAndPassword: true, demo: false, singleSignOn: null }),
    ...more,
  };
}
