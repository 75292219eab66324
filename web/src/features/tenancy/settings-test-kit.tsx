import type { ReactElement } from 'react';
import { Provider } from 'urql';
import { createTenantClient } from '#app/client.ts';
import { type Viewer, ViewerProvider } from '#lib/viewer.tsx';
import { type FakeAnswers, type FakeFields, refuse, startFakeServer } from '../../../test/fake-server.ts';
import { renderAlone } from '../../../test/render.tsx';

const everyPermission = ['keys', 'members', 'roles', 'settings', 'tools']
  .flatMap((resource) => ['read', 'create', 'update', 'delete'].map((verb) => `${resource}.tenant.${verb}`))
  .concat('audit.tenant.read', 'approvals.team.decide');

function aViewer(permissions: readonly string[] = everyPermission): Viewer {
  return {
    user: { id: 'user-1', name: 'Ada Lovelace', email: 'ada@demo.test' },
    tenant: { id: 'tenant-1', slug: 'demo', name: 'Demo' },
    role: 'admin',
    roleName: 'Admin',
    membershipId: 'member-1',
    permissions: new Set(permissions),
    tenants: [{ slug: 'demo', name: 'Demo', role: 'admin' }],
  };
}

type RenderOptions = FakeAnswers & { permissions?: readonly string[] };

/** A page, or a part of one, as a person of the tenant sees it. */
export function renderSettings(page: ReactElement, { permissions, ...answers }: RenderOptions = {}) {
  const server = startFakeServer(answers);
  const { client } = createTenantClient('demo');
  const { user } = renderAlone(
    <Provider value={client}>
      <ViewerProvider viewer={aViewer(permissions)}>{page}</ViewerProvider>
    </Provider>,
  );
  return { user, server };
}

export function refuseField(field: string, message: string): never {
  refuse('BAD_USER_INPUT', message, { fields: [{ path: [field], message }] });
}

export function connectionOf<Node extends { id: string }>(
  nodes: readonly Node[],
  { first = 20, after }: { first?: number; after?: string | null } = {},
) {
  const start = after ? nodes.findIndex(({ id }) => id === after) + 1 : 0;
  const page = nodes.slice(start, start + first);
  const pageInfo = {
    hasNextPage: start + first < nodes.length,
    hasPreviousPage: start > 0,
    endCursor: page.at(-1)?.id ?? null,
  };
  return { totalCount: nodes.length, pageInfo, edges: page.map((node) => ({ cursor: node.id, node })) };
}

const since = '2026-03-01T10:00:00.000Z';

export function aRole(slug: string, permissions: string[] = ['tools.tenant.read'], more: object = {}) {
  const name = slug.charAt(0).toUpperCase() + slug.slice(1);
  return {
    id: `role-${slug}`,
    slug,
    name,
    description: `What ${slug} is for.`,
    builtIn: true,
    permissions,
    memberCount: 1,
    createdAt: since,
    ...more,
  };
}

export function aMember(number: number, name: string, more: object = {}) {
  const user = { id: `user-${number}`, name, email: `${name.split(' ')[0]?.toLowerCase()}@demo.test` };
  return {
    id: `member-${number}`,
    user,
    role: aRole('member'),
    manager: null,
    createdAt: since,
    apiKeyCount: 0,
    ...more,
  };
}

export function aKey(name: string, more: object = {}) {
  return {
    id: `key-${name}`,
    name,
    prefix: 'tc_abcdefgh',
    role: aRole('member'),
    permissions: [],
    effectivePermissions: ['tools.tenant.read'],
    actsForAgent: false,
    createdBy: 'Ada Lovelace',
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    status: 'ACTIVE',
    createdAt: since,
    ...more,
  };
}

const describePermission = (name: string) => ({ name, resource: name.split('.')[0], description: `May ${name}.` });

/** The lists that forms choose from. */
export const choices = {
  roles: () => [aRole('member'), aRole('owner', ['tools.tenant.read', 'owners.system.grant'])],
  permissions: () => [...everyPermission, 'owners.system.grant'].map(describePermission),
} satisfies FakeFields;
