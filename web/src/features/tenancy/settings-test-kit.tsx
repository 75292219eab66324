import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Client, type Exchange, makeResult } from '@urql/core';
import { buildSchema, execute, GraphQLError } from 'graphql';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { Provider } from 'urql';
import { filter, fromPromise, mergeMap, pipe } from 'wonka';
import { createCache } from '#app/cache.ts';
import { Overlays } from '#app/overlays.tsx';
import { type Viewer, ViewerProvider } from '#lib/viewer.tsx';
import sdl from '../../../../api/schema.graphql?raw';

const schema = buildSchema(sdl);

// biome-ignore lint/suspicious/noExplicitAny: arguments differ from field to field, and the schema has checked them
export type FakeApi = Record<string, (args: any) => unknown>;

/** Runs documents against the real schema: a wrong document, or a field that a fixture forgot, fails the test. */
function fakeServer(api: FakeApi): Exchange {
  return () => (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind !== 'teardown'),
      mergeMap((operation) => {
        const answer = execute({
          schema,
          document: operation.query as never,
          rootValue: api,
          variableValues: operation.variables,
        });
        return fromPromise(Promise.resolve(answer).then((result) => makeResult(operation, result as never)));
      }),
    );
}

export const everyPermission = ['keys', 'members', 'roles', 'settings', 'tools']
  .flatMap((resource) => ['read', 'create', 'update', 'delete'].map((verb) => `${resource}.tenant.${verb}`))
  .concat('audit.tenant.read', 'approvals.team.decide');

export function aViewer(permissions: readonly string[] = everyPermission): Viewer {
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

export type RenderOptions = { api?: FakeApi; permissions?: readonly string[]; path?: string };

export function renderSettings(page: ReactElement, { api = {}, permissions, path = '/' }: RenderOptions = {}) {
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [createCache(), fakeServer(api)],
  });
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[path]}>
        <Provider value={client}>
          <ViewerProvider viewer={aViewer(permissions)}>{page}</ViewerProvider>
        </Provider>
      </MemoryRouter>
      <Overlays />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), client };
}

export function refuse(code: string, message: string): never {
  throw new GraphQLError(message, { extensions: { code } });
}

export function refuseField(field: string, message: string): never {
  throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', fields: [{ path: [field], message }] } });
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
} satisfies FakeApi;
