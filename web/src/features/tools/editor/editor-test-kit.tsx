import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Provider } from 'urql';
import { createTenantClient } from '#app/client.ts';
import { OverlaysOnDemand } from '#app/overlays-on-demand.tsx';
import { type Viewer, ViewerProvider } from '#lib/viewer.tsx';
import { type FakeFields, startFakeServer } from '../../../../test/fake-server.ts';
import { aTool } from '../tools-test-kit.ts';
import { EditToolPage } from './edit-tool-page.tsx';
import { NewToolPage } from './new-tool-page.tsx';

const everyPermission = ['tools', 'secrets'].flatMap((noun) =>
  ['read', 'create', 'update', 'delete'].map((verb) => `${noun}.tenant.${verb}`),
);

const viewer = (permissions: readonly string[]): Viewer => ({
  user: { id: 'user-1', name: 'Ada Lovelace', email: 'ada@demo.test' },
  tenant: { id: 'tenant-1', slug: 'demo', name: 'Demo' },
  role: 'admin',
  roleName: 'Admin',
  membershipId: 'member-1',
  permissions: new Set(permissions),
  tenants: [{ slug: 'demo', name: 'Demo', role: 'admin' }],
});

const kind = (name: string, runnable: boolean, executionTypes: string[], mode: string | null = null) => ({
  kind: name,
  mode,
  runnable,
  executionTypes,
  variables: name === 'http' || name === 'webhook' ? ['CRM_KEY'] : [],
});

const shelf = [
  aTool('geo', {
    name: 'Geocoder',
    fields: [aField('city', 'text', { required: true }), aField('limit', 'number')],
    outputSchema: { type: 'object', properties: { lat: { type: 'number' } } },
  }),
  aTool('forecast', { name: 'Forecast', fields: [aField('lat', 'number', { required: true })] }),
];

export function aField(name: string, type: string, more: object = {}) {
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return { name, label, type, required: false, integer: false, ...more };
}

/** What the editor asks for besides the tool itself. */
const surroundings: FakeFields = {
  executionKinds: () => [
    kind('http', true, ['GATEWAY', 'INTERNAL']),
    kind('webhook', true, ['EXTERNAL']),
    kind('composition', true, ['GATEWAY', 'INTERNAL']),
    kind('static', true, ['INTERNAL']),
    kind('prompt', false, ['GATEWAY', 'INTERNAL'], 'direct'),
  ],
  permissions: () => [{ name: 'tools.tenant.execute', resource: 'tools', description: 'Run tools.' }],
  secrets: () => [],
  tools: () => ({
    totalCount: 2,
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
    edges: shelf.map((node) => ({ cursor: node.slug, node })),
  }),
  toolCategories: ({ filter }) => [
    { name: 'Numbers', count: 2 },
    ...(filter?.includeUnavailable ? [{ name: 'Retired', count: 1 }] : []),
  ],
  editableTool: ({ slug }: { slug: string }) => shelf.find((tool) => tool.slug === slug) ?? null,
  readToolSchema: () => ({
    fields: [aField('city', 'text', { required: true })],
    inputSchema: null,
    fitting: [],
    problems: [],
  }),
};

type OpenOptions = { fields?: FakeFields; permissions?: readonly string[] };

/** The editor at its address, with a link to leave by. */
export function openEditor(path: string, { fields = {}, permissions = everyPermission }: OpenOptions = {}) {
  const server = startFakeServer({ fields: { ...surroundings, ...fields } });
  const { client } = createTenantClient('demo');
  const away = <Link to="/elsewhere">Elsewhere</Link>;
  const router = createMemoryRouter(
    [
      { path: '/t/demo/admin/tools/new', element: [<NewToolPage key="page" />, <div key="away">{away}</div>] },
      {
        path: '/t/demo/admin/tools/:toolSlug/edit',
        element: [<EditToolPage key="page" />, <div key="away">{away}</div>],
      },
      { path: '*', element: 'Somewhere else' },
    ],
    { initialEntries: [path] },
  );
  render(
    <MantineProvider env="test">
      <Provider value={client}>
        <ViewerProvider viewer={viewer(permissions)}>
          <RouterProvider router={router} />
        </ViewerProvider>
      </Provider>
      <OverlaysOnDemand />
    </MantineProvider>,
  );
  return { server, user: userEvent.setup(), address: () => router.state.location.pathname };
}

/** A tool of the tenant, as its editors get it. */
export function anOwnTool(more: object = {}) {
  return aTool('weather', {
    name: 'Weather',
    kind: 'TENANT_CUSTOM',
    origin: 'TENANT',
    version: 3,
    visibility: 'VISIBLE',
    fields: [aField('city', 'text', { required: true })],
    outputSchema: null,
    outputSections: [],
    display: null,
    executionSpec: { kind: 'http', method: 'GET', url: 'https://api.example.com/weather' },
    ...more,
  });
}
