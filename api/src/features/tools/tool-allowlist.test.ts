import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import { createTenant } from '#features/tenancy/create-tenant.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { idOf, newRequestId, toNodeId } from '#platform/ids.ts';
import type { ToolShelves } from '#toolkit/tool-shelf.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { evaluationFor, findTools } from './find-tools.ts';
import { openShelves } from './open-shelves.ts';
import { toToolSet } from './to-tool-set.ts';

const ONLY_IMS = 'only-ims';
const BUILT_IN = 'built-in';
const CODE_TOOLS = [makeCodeTool(ONLY_IMS, { tenantSlugs: ['ims'] }), makeCodeTool(BUILT_IN, { origin: 'system' })];

let app: TestApp;
let shelves: ToolShelves;
type Side = { tenantId: string; client: Client; ctx: ReturnType<TestApp['createContext']> };
const sides = {} as Record<'ims' | 'oci', Side>;

beforeAll(async () => {
  app = await createTestApp();
  shelves = openShelves({
    ...app.database,
    live: app.live,
    codeTools: CODE_TOOLS,
    runnableKinds: new Set(),
  });
  const house = {
    ...app,
    createContext: (...given: Parameters<TestApp['createContext']>) => ({
      ...app.createContext(...given),
      tools: shelves,
    }),
  };
  const operator = app.createContext({ kind: 'system', label: 'operator' }, newRequestId());
  for (const slug of ['ims', 'oci'] as const) {
    const tenant = await createTenant(operator, { slug, name: slug.toUpperCase() });
    const viewer = operatorIn(tenant);
    const ctx = house.createContext(viewer, newRequestId());
    sides[slug] = { tenantId: tenant.id, client: clientFor(house, viewer), ctx };
  }
});
afterAll(async () => {
  shelves.close();
  await app.close();
});

const listed = async (client: Client, filter: object): Promise<string[]> => {
  const { tools } = await client.get(
    'query ($filter: ToolFilter) { tools(filter: $filter) { edges { node { slug } } } }',
    {
      filter,
    },
  );
  return tools.edges.map(({ node }: { node: { slug: string } }) => node.slug);
};

type Path = (side: Side, slug: string) => Promise<boolean>;
const change = (verb: string) => {
  const noun = verb.charAt(0).toUpperCase() + verb.slice(1);
  return `mutation ($input: ${noun}Input!) { ${verb}(input: $input) { __typename } }`;
};
/** Every way on which a tool could be met. */
const PATHS: Record<string, Path> = {
  tools: async ({ client }, slug) => (await listed(client, {})).includes(slug),
  'tools with what is kept back': async ({ client }, slug) =>
    (await listed(client, { includeUnavailable: true })).includes(slug),
  'tools by search': async ({ client }, slug) => (await listed(client, { search: slug })).includes(slug),
  tool: async ({ client }, slug) => (await client.get(`{ tool(slug: "${slug}") { slug } }`)).tool !== null,
  editableTool: async ({ client }, slug) =>
    (await client.get(`{ editableTool(slug: "${slug}") { slug } }`)).editableTool !== null,
  explainTool: async ({ client }, slug) =>
    (await client.code(`{ explainTool(slug: "${slug}") { slug } }`)) === undefined,
  node: async ({ client, tenantId }, slug) => {
    const id = toNodeId('Tool', idOf(tenantId, slug));
    return (await client.get('query ($id: ID!) { node(id: $id) { id } }', { id })).node !== null;
  },
  'the ToolSet of a model': async ({ ctx }, slug) => {
    const { included } = await findTools(ctx);
    const { availability } = await evaluationFor(ctx);
    return slug in toToolSet(included, availability, async () => null);
  },
};

describe('a tool made for ims', () => {
  it.each(Object.entries(PATHS))('is there for ims and absent for oci: %s', async (_name, meets) => {
    expect([await meets(sides.ims, ONLY_IMS), await meets(sides.oci, ONLY_IMS)]).toEqual([true, false]);
  });

  it('cannot be brought to oci by rows, its own or those for all', async () => {
    const rows = [sides.oci.tenantId, DEFAULT_TENANT.id].map((tenantId) => ({
      tenantId,
      slug: ONLY_IMS,
      kind: 'SYSTEM_OVERRIDE' as const,
      enabled: true,
      updatedBy: 'test',
    }));
    await app.database.system.tool.createMany({ data: rows });
    app.live.ring(DEFAULT_TENANT.id, 'Tool', 'all');
    try {
      for (const [name, meets] of Object.entries(PATHS))
        expect([name, await meets(sides.oci, ONLY_IMS)]).toEqual([name, false]);
    } finally {
      await app.database.system.tool.deleteMany({ where: { slug: ONLY_IMS } });
      app.live.ring(DEFAULT_TENANT.id, 'Tool', 'all');
    }
  });

  it.each([
    ['upsertToolOverride', { enabled: true }],
    ['resetToolOverride', {}],
    ['deleteTool', {}],
    ['updateTool', { version: 1, name: 'Ours' }],
  ])('sounds like one that does not exist to %s', async (verb, more) => {
    const { client } = sides.oci;
    const refusal = async (slug: string) => (await client.run(change(verb), { input: { slug, ...more } })).errors;
    const [theirs, nobodys] = [await refusal(ONLY_IMS), await refusal('nobodys')];
    expect(theirs?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(JSON.stringify(theirs).replaceAll(ONLY_IMS, 'nobodys')).toBe(JSON.stringify(nobodys));
  });
});

describe('a built-in tool', () => {
  const save = async (tenantId: string, enabled: boolean | null) => {
    await app.database.system.tool.deleteMany({ where: { slug: BUILT_IN, tenantId } });
    const row = { tenantId, slug: BUILT_IN, kind: 'SYSTEM_OVERRIDE' as const, updatedBy: 'test' };
    if (enabled !== null) await app.database.system.tool.create({ data: { ...row, enabled } });
    app.live.ring(tenantId, 'Tool', BUILT_IN);
  };
  const USED = ['tools', 'tool', 'node', 'the ToolSet of a model'];

  it.each<[global: boolean | null, tenant: boolean | null, there: boolean]>([
    [null, null, false],
    [true, null, true],
    [true, false, false],
    [false, null, false],
    [false, true, true],
    [null, true, true],
  ])('with %s for all and %s for the tenant is there: %s, on every path alike', async (global, tenant, there) => {
    await save(DEFAULT_TENANT.id, global);
    await save(sides.oci.tenantId, tenant);
    for (const name of USED) expect([name, await PATHS[name]!(sides.oci, BUILT_IN)]).toEqual([name, there]);
    expect(await PATHS.editableTool!(sides.oci, BUILT_IN)).toBe(true);
    expect(await PATHS.tool!(sides.ims, BUILT_IN)).toBe(global ?? false);
  });
});
