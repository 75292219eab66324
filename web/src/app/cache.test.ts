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
