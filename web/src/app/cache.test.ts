import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { graphql } from '#gql/gql.ts';
import * as generated from '#gql/graphql.ts';
import { startFakeServer } from '../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../test/fake-socket.ts';
import { keys } from './cache.ts';
import { createTenantClient } from './client.ts';

const CacheTestQuery = graphql(`
  query CacheTestQuery($search: String) {
    members(search: $search) {
      totalCount
    }
  }
`);

const CacheTestSubscription = graphql(`
  subscription CacheTestSubscription {
    settingsChanged {
      kind
      id
    }
  }
`);

const CacheTestMutation = graphql(`
  mutation CacheTestMutation($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      id
    }
  }
`);

const CacheTestTools = graphql(`
  query CacheTestTools($filter: ToolFilter) {
    tools(filter: $filter) {
      totalCount
    }
  }
`);

const CacheTestTool = graphql(`
  query CacheTestTool($slug: String!) {
    tool(slug: $slug) {
      id
      name
      isFavourite
    }
  }
`);

const CacheTestBase = graphql(`
  query CacheTestBase($slug: String!) {
    editableTool(slug: $slug) {
      id
      base {
        name
      }
    }
  }
`);

const CacheTestFavourite = graphql(`
  mutation CacheTestFavourite($input: SetToolFavouriteInput!) {
    setToolFavourite(input: $input) {
      tool {
        id
        isFavourite
      }
    }
  }
`);

const CacheTestKinds = graphql(`
  query CacheTestKinds {
    executionKinds {
      kind
    }
  }
`);

const CacheTestRuns = graphql(`
  query CacheTestRuns($filter: ToolRunFilter) {
    toolRuns(filter: $filter) {
      totalCount
    }
  }
`);

const CacheTestRules = graphql(`
  query CacheTestRules {
    approvalRules {
      id
      name
    }
  }
`);

const runChanges = [
  'executeTool(input: { slug: "sum", input: {} }) { run { id } }',
  'cancelToolRun(input: { id: "run-1" }) { run { id } }',
];

const CacheTestOrder = graphql(`
  mutation CacheTestOrder($input: OrderApprovalRulesInput!) {
    orderApprovalRules(input: $input) {
      rules {
        id
      }
    }
  }
`);

const ruleChanges = [
  'createApprovalRule(input: { rule: { name: "X" } }) { rule { id } }',
  'updateApprovalRule(input: { id: "a", revision: 1, rule: {} }) { rule { id } }',
  'deleteApprovalRule(input: { id: "a" }) { id }',
];

const catalogChanges = [
  'createTool(input: { slug: "x", name: "X", description: "X", category: "x", icon: "x", executionSpec: {} }) { tool { id } }',
  'updateTool(input: { slug: "sum", version: 1 }) { tool { id } }',
  'deleteTool(input: { slug: "sum" }) { slug }',
  'upsertToolOverride(input: { slug: "sum" }) { tool { id } }',
  'resetToolOverride(input: { slug: "sum" }) { tool { id } }',
  'restoreToolVersion(input: { slug: "sum", version: 1 }) { tool { id } }',
];

async function watchMembers() {
  startFakeSockets();
  let totalCount = 1;
  const page = () => ({ totalCount, edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } });
  const server = startFakeServer({
    fields: { members: page, removeMember: () => ({ id: 'gone', revokedApiKeys: 0 }) },
  });
  const { client, dispose } = createTenantClient('demo');
  const seen: (number | undefined)[] = [];
  client.query(CacheTestQuery, { search: 'a' }).subscribe(({ data }) => seen.push(data?.members.totalCount));
  client.subscription(CacheTestSubscription, {}).subscribe(() => {});
  const socket = await vi.waitFor(FakeSocket.latest);
  socket.accept();
  await vi.waitFor(() => expect(seen).toEqual([1]));
  await vi.waitFor(() => expect(socket.sent.some(({ type }) => type === 'subscribe')).toBe(true));
  const grow = () => {
    totalCount += 1;
  };
  return { client, dispose, seen, server, socket, grow };
}

function change(kind: string) {
  return { settingsChanged: { __typename: 'SettingsChange', kind, id: 'x' } };
}

async function watchTools() {
  startFakeSockets();
  const shelf = [
    { id: 'tool-sum', slug: 'sum', name: 'Sum', isFavourite: false, base: { id: 'tool-sum', name: 'Old' } },
  ];
  const find = ({ slug }: { slug: string }) => shelf.find((tool) => tool.slug === slug) ?? null;
  const empty = () => ({ tool: shelf.pop(), slug: 'sum' });
  const server = startFakeServer({
    fields: {
      tool: find,
      editableTool: find,
      tools: ({ filter }) => {
        const nodes = shelf.filter((tool) => tool.isFavourite || !filter?.favourites);
        return { totalCount: nodes.length, edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
      },
      setToolFavourite: ({ input }) => {
        const tool = find(input);
        if (tool) tool.isFavourite = input.favourite;
        return { tool };
      },
      executionKinds: () => [],
      ...Object.fromEntries(catalogChanges.map((change) => [change.split('(')[0], empty])),
    },
  });
  const { client, dispose } = createTenantClient('demo');
  const seen = {
    all: -1,
    favourites: -1,
    tool: undefined as { name: string; isFavourite: boolean } | null | undefined,
  };
  const count = (data: { tools: { totalCount: number } } | undefined) => data?.tools.totalCount ?? -1;
  client.query(CacheTestTools, { filter: null }).subscribe(({ data }) => {
    seen.all = count(data);
  });
  client.query(CacheTestTools, { filter: { favourites: true } }).subscribe(({ data }) => {
    seen.favourites = count(data);
  });
  client.query(CacheTestTool, { slug: 'sum' }).subscribe(({ data }) => {
    seen.tool = data?.tool;
  });
  client.query(CacheTestKinds, {}).subscribe(() => {});
  await vi.waitFor(() => expect(server.of('CacheTestKinds')).toHaveLength(1));
  await vi.waitFor(() => expect(seen).toMatchObject({ all: 1, favourites: 0, tool: { name: 'Sum' } }));
  return { client, dispose, server, seen };
}

const CacheTestRun = graphql(`
  query CacheTestRun {
    toolRun(id: "run-1") {
      id
      approval {
        id
        status
      }
    }
  }
`);

const CacheTestInbox = graphql(`
  query CacheTestInbox {
    myInbox(first: 1) {
      totalCount
    }
  }
`);

const CacheTestApprovals = graphql(`
  subscription CacheTestApprovals {
    approvalsChanged {
      id
    }
  }
`);

async function watchApproval() {
  startFakeSockets();
  const approval = { id: 'approval-1', status: 'PENDING' };
  const server = startFakeServer({
    fields: {
      toolRun: () => ({ id: 'run-1', approval }),
      myInbox: () => ({ totalCount: approval.status === 'PENDING' ? 1 : 0 }),
    },
  });
  const { client, dispose } = createTenantClient('demo');
  const seen: { status?: string; waiting?: number } = {};
  client.query(CacheTestRun, {}).subscribe(({ data }) => {
    seen.status = data?.toolRun?.approval?.status;
  });
  client.query(CacheTestInbox, {}).subscribe(({ data }) => {
    seen.waiting = data?.myInbox.totalCount;
  });
  client.subscription(CacheTestApprovals, {}).subscribe(() => {});
  const socket = await vi.waitFor(FakeSocket.latest);
  socket.accept();
  await vi.waitFor(() => expect(seen).toEqual({ status: 'PENDING', waiting: 1 }));
  await vi.waitFor(() => expect(socket.sent.some(({ type }) => type === 'subscribe')).toBe(true));
  return { approval, dispose, seen, server, socket };
}

describe('the cache of approvals', () => {
  it('loads an approval again wherever it is shown, and the inbox, when it is heard to have changed', async () => {
    const { approval, dispose, seen, socket } = await watchApproval();
    approval.status = 'APPROVED';
    socket.publish({ approvalsChanged: { __typename: 'ApprovalChange', id: 'approval-1' } });
    await vi.waitFor(() => expect(seen).toEqual({ status: 'APPROVED', waiting: 0 }));
    dispose();
  });

  it('leaves alone where another approval is shown', async () => {
    const { dispose, server, socket } = await watchApproval();
    socket.publish({ approvalsChanged: { __typename: 'ApprovalChange', id: 'approval-2' } });
    await vi.waitFor(() => expect(server.of('CacheTestInbox')).toHaveLength(2));
    expect(server.of('CacheTestRun')).toHaveLength(1);
    dispose();
  });
});

describe('the cache of tools', () => {
  it('shows a new favourite everywhere, and asks again only for lists of favourites', async () => {
    const { client, dispose, server, seen } = await watchTools();
    await client.mutation(CacheTestFavourite, { input: { slug: 'sum', favourite: true } }).toPromise();
    await vi.waitFor(() => expect(seen).toMatchObject({ favourites: 1, tool: { isFavourite: true } }));
    expect(server.of('CacheTestTool')).toHaveLength(1);
    expect(server.of('CacheTestTools')).toHaveLength(3);
    dispose();
  });

  it('asks again for the catalog when the favourite is no tool for the person any more', async () => {
    const { client, dispose, server } = await watchTools();
    await client.mutation(CacheTestFavourite, { input: { slug: 'gone', favourite: false } }).toPromise();
    await vi.waitFor(() => expect(server.of('CacheTestTools')).toHaveLength(4));
    dispose();
  });

  it.each(catalogChanges)('asks again for every tool and list after %s', async (change) => {
    const { client, dispose, server, seen } = await watchTools();
    await client.mutation(`mutation { ${change} }`, {}).toPromise();
    await vi.waitFor(() => expect(seen).toMatchObject({ all: 0, tool: null }));
    expect(server.of('CacheTestKinds')).toHaveLength(2);
    dispose();
  });

  it('does not take what a tool is based on for the tool', async () => {
    const { client, dispose, seen } = await watchTools();
    const { data } = await client.query(CacheTestBase, { slug: 'sum' }).toPromise();
    expect(data?.editableTool?.base?.name).toBe('Old');
    expect(seen.tool?.name).toBe('Sum');
    dispose();
  });
});

describe('the cache of runs', () => {
  it.each(runChanges)('asks again for lists of runs after %s', async (change) => {
    startFakeSockets();
    const answer = () => ({ run: { id: 'run-1' }, outcome: 'CANCELLED' });
    const page = { totalCount: 0, edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
    const server = startFakeServer({
      fields: { toolRuns: () => page, executeTool: answer, cancelToolRun: answer },
    });
    const { client, dispose } = createTenantClient('demo');
    client.query(CacheTestRuns, { filter: { toolSlug: 'sum' } }).subscribe(() => {});
    await vi.waitFor(() => expect(server.of('CacheTestRuns')).toHaveLength(1));
    await client.mutation(`mutation { ${change} }`, {}).toPromise();
    await vi.waitFor(() => expect(server.of('CacheTestRuns')).toHaveLength(2));
    dispose();
  });
});

async function watchRules() {
  startFakeSockets();
  const rules = [
    { id: 'a', name: 'First' },
    { id: 'b', name: 'Second' },
  ];
  const drop = () => ({ rule: rules.pop(), id: 'a' });
  const server = startFakeServer({
    fields: {
      approvalRules: () => rules,
      orderApprovalRules: () => ({ rules: rules.toReversed() }),
      ...Object.fromEntries(ruleChanges.map((change) => [change.split('(')[0], drop])),
    },
  });
  const { client, dispose } = createTenantClient('demo');
  const seen: string[][] = [];
  client
    .query(CacheTestRules, {})
    .subscribe(({ data }) => seen.push(data?.approvalRules.map(({ name }) => name) ?? []));
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(['First', 'Second']));
  return { client, dispose, server, seen };
}

describe('the cache of approval rules', () => {
  it('shows their new order without asking again', async () => {
    const { client, dispose, server, seen } = await watchRules();
    await client.mutation(CacheTestOrder, { input: { ids: ['b', 'a'] } }).toPromise();
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Second', 'First']));
    expect(server.of('CacheTestRules')).toHaveLength(1);
    dispose();
  });

  it.each(ruleChanges)('asks again for them after %s', async (change) => {
    const { client, dispose, seen } = await watchRules();
    await client.mutation(`mutation { ${change} }`, {}).toPromise();
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['First']));
    dispose();
  });
});

describe('the cache', () => {
  it('loads a list on screen again when a change that touches it is heard, whatever its arguments', async () => {
    const { dispose, seen, socket, grow } = await watchMembers();
    grow();
    socket.publish(change('MEMBER'));
    await vi.waitFor(() => expect(seen.at(-1)).toBe(2));
    dispose();
  });

  it('asks nothing again for a change that touches other lists', async () => {
    const { dispose, server, socket } = await watchMembers();
    socket.publish(change('WORKSPACE'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.of('CacheTestQuery')).toHaveLength(1);
    dispose();
  });

  it('loads a list again after a change of its own, also without a live connection', async () => {
    const { client, dispose, seen, grow } = await watchMembers();
    grow();
    await client.mutation(CacheTestMutation, { input: { id: 'gone' } }).toPromise();
    await vi.waitFor(() => expect(seen.at(-1)).toBe(2));
    dispose();
  });

  it('loads what is on screen again after a gap in the live connection', async () => {
    const { dispose, seen, socket, grow } = await watchMembers();
    grow();
    socket.close(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3000);
    FakeSocket.latest().accept();
    await vi.waitFor(() => expect(seen.at(-1)).toBe(2));
    dispose();
  });

  it('knows of every type that a document asks for whether it is an entity', () => {
    const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../api/schema.graphql'), 'utf8'));
    const asked = new Set<GraphQLObjectType>();
    const info = new TypeInfo(schema);
    const collect = visitWithTypeInfo(info, {
      Field() {
        const type = getNamedType(info.getType());
        const isRoot = info.getParentType() === schema.getMutationType();
        if (isObjectType(type) && !isRoot) asked.add(type);
      },
    });
    for (const document of Object.values(generated)) visit(document as unknown as DocumentNode, collect);
    expect(asked.size).toBeGreaterThan(5);
    const unkeyed = [...asked].filter((type) => !('id' in type.getFields()) && !(type.name in keys));
    expect(unkeyed.map(({ name }) => name)).toEqual([]);
  });
});
