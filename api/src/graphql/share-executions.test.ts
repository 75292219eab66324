import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { isPermission, type Permission } from '#access/permissions.ts';
import type { ApiKeyViewer } from '#access/viewer.ts';
import { createSharing, SAME_FOR_TENANT } from './share-executions.ts';

type Event = { text: string };
type Ctx = { viewer: ApiKeyViewer };

let executed = 0;
beforeEach(() => {
  executed = 0;
});

const EventType = new GraphQLObjectType<Event, Ctx>({
  name: 'Event',
  fields: {
    text: {
      ...SAME_FOR_TENANT,
      type: GraphQLString,
      args: { upTo: { type: GraphQLInt } },
      resolve: ({ text }, { upTo }) => {
        executed += 1;
        return text.slice(0, upTo ?? undefined);
      },
    },
    slow: { ...SAME_FOR_TENANT, type: GraphQLString, resolve: async ({ text }) => text },
    broken: {
      ...SAME_FOR_TENANT,
      type: GraphQLString,
      resolve: (_event, _args, ctx) => Promise.reject(new Error(`for ${ctx.viewer.apiKeyId}`)),
    },
    mine: { type: GraphQLString, resolve: (_event, _args, ctx) => ctx.viewer.apiKeyId },
  },
});
const field = (marked: object) => ({
  ...marked,
  type: EventType,
  args: { after: { type: GraphQLInt } },
  resolve: (event: Event) => event,
});
const schema = new GraphQLSchema({
  query: EventType,
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: { events: field(SAME_FOR_TENANT), ownEvents: field({}) },
  }),
});

function viewerWith(apiKeyId: string, permissions: string[] = ['tools.tenant.read'], tenantId = 't'): ApiKeyViewer {
  if (!permissions.every(isPermission)) throw new Error('There is no such permission.');
  const scope = { tenantId, tenantSlug: tenantId, roleSlug: null, permissions: new Set(permissions as Permission[]) };
  return {
    kind: 'apiKey',
    apiKeyId,
    name: apiKeyId,
    actsForAgent: false,
    creatorId: null,
    rootKeyId: null,
    expiresAt: null,
    scope,
  };
}

const documents = new Map<string, ReturnType<typeof parse>>();
const parseOnce = (query: string) => {
  const document = documents.get(query) ?? parse(query);
  documents.set(query, document);
  return document;
};

type Caller = { viewer: ApiKeyViewer; query?: string; variables?: Record<string, unknown> };
const QUERY = 'subscription { events { text } }';

/** What each caller is told of one event, all of them at once; undefined where nothing is shared with anybody. */
async function tell(callers: readonly Caller[], event: Event = { text: 'news' }) {
  const share = createSharing();
  const shared = callers.map(({ viewer, query = QUERY, variables = {} }) => {
    const source = (async function* () {
      yield event;
    })();
    const args = {
      schema,
      document: parseOnce(query),
      variableValues: variables,
      contextValue: { viewer },
      subscribeFieldResolver: () => source,
    } satisfies ExecutionArgs;
    return { args, subscribe: share(args, viewer) };
  });
  return Promise.all(
    shared.map(async ({ args, subscribe }) => {
      const stream = await subscribe?.(args);
      if (!stream || !('next' in stream)) return stream as undefined;
      return (await stream.next()).value as ExecutionResult;
    }),
  );
}

const read = viewerWith('a');

/** Streams of one process that ask the same. */
function openFollowing() {
  const share = createSharing();
  async function open(told: readonly object[]): Promise<AsyncIterableIterator<ExecutionResult>> {
    const source = (async function* () {
      yield* told;
    })();
    const args = {
      schema,
      document: parseOnce(QUERY),
      contextValue: { viewer: read },
      subscribeFieldResolver: () => source,
    };
    return (await share(args, read)!(args)) as AsyncIterableIterator<ExecutionResult>;
  }
  return {
    open,
    async follow(told: readonly object[]): Promise<void> {
      for await (const _result of await open(told));
    },
  };
}

describe('one event for many subscriptions', () => {
  it('is executed once for those who ask the same with the same rights, whoever they are', async () => {
    const callers = Array.from({ length: 50 }, (_, at) => ({ viewer: viewerWith(`key ${at}`) }));
    const told = await tell(callers);
    expect(told).toEqual(Array(50).fill({ data: { events: { text: 'news' } } }));
    expect(executed).toBe(1);
  });

  it('is one result also while it is being worked on', async () => {
    const query = 'subscription { events { slow } }';
    const [first, second] = await tell([
      { viewer: read, query },
      { viewer: viewerWith('b'), query },
    ]);
    expect(first).toBe(second);
  });

  it.each<[name: string, other: ApiKeyViewer]>([
    ['of another tenant', viewerWith('b', ['tools.tenant.read'], 'other')],
    ['with more rights', viewerWith('b', ['tools.tenant.read', 'sessions.tenant.read'])],
    ['with other rights', viewerWith('b', ['sessions.tenant.read'])],
    ['with none', viewerWith('b', [])],
    ['of another kind', { ...viewerWith('b'), kind: 'agent' } as never],
  ])('is executed for itself for a caller %s', async (_name, other) => {
    await tell([{ viewer: read }, { viewer: other }, { viewer: read }]);
    expect(executed).toBe(2);
  });

  it.each([
    ['many', 2_500, undefined],
    ['large', 5, 3_000_000],
  ])('is kept for a moment only: once there were %s others, it is executed anew', async (_name, count, bytes) => {
    const { open, follow } = openFollowing();
    const events = Array.from({ length: count }, (_, at) => ({ text: `${at}`, bytes }));
    await open([]);
    await follow(events);
    expect(executed).toBe(count);
    await follow(events.slice(-1));
    expect(executed).toBe(count);
    await follow(events.slice(0, 1));
    expect(executed).toBe(count + 1);
  });

  it('is kept for nobody while one follows alone, also after others have left', async () => {
    const { open, follow } = openFollowing();
    const event = { text: 'news' };
    await follow([event]);
    await follow([event]);
    expect(executed).toBe(2);
    const other = await open([]);
    await follow([event]);
    await follow([event]);
    expect(executed).toBe(3);
    await other.return!();
    const later = { text: 'more' };
    await follow([later]);
    await follow([later]);
    expect(executed).toBe(5);
  });

  it('counts rights and not their order', async () => {
    const rights = ['tools.tenant.read', 'sessions.tenant.read'];
    await tell([{ viewer: viewerWith('a', rights) }, { viewer: viewerWith('b', rights.toReversed()) }]);
    expect(executed).toBe(1);
  });

  it.each([
    'subscription { events { mine text } }',
    'subscription { ...F } fragment F on Subscription { events { text } }',
  ])('is never shared where a field may depend on the caller, or where that is not plain: %s', async (query) => {
    expect(await tell([{ viewer: read, query }])).toEqual([undefined]);
  });

  it('is never shared under a root that may depend on the caller, nor with somebody without a tenant', async () => {
    expect(await tell([{ viewer: read, query: 'subscription { ownEvents { text } }' }])).toEqual([undefined]);
    expect(await tell([{ viewer: { kind: 'anonymous' } as never }])).toEqual([undefined]);
  });

  it('looks into fragments', async () => {
    const query = (name: string) => `subscription { events { ...F } } fragment F on Event { ${name} }`;
    expect(await tell([{ viewer: read, query: query('mine') }])).toEqual([undefined]);
    expect(await tell([{ viewer: read, query: query('__typename text') }])).toMatchObject([
      { data: { events: { text: 'news' } } },
    ]);
  });

  it('goes by the variables that shape the answer, and not by where each began to read', async () => {
    const query = `subscription($after: Int, $upTo: Int, $with: Boolean!) {
      events(after: $after) { text(upTo: $upTo) slow @include(if: $with) } }`;
    const asked = [
      { after: 1, upTo: 2, with: true },
      { after: 9, upTo: 2, with: true },
      { after: 1, upTo: 3, with: true },
      { after: 1, upTo: 2, with: false },
    ];
    const told = await tell(asked.map((variables) => ({ viewer: read, query, variables })));
    expect(told.map((result) => result!.data!.events)).toEqual([
      { text: 'ne', slow: 'news' },
      { text: 'ne', slow: 'news' },
      { text: 'new', slow: 'news' },
      { text: 'ne' },
    ]);
    expect(executed).toBe(3);
  });

  it('fails for each caller in its own words', async () => {
    const query = 'subscription { events { broken } }';
    const told = await tell(['a', 'b', 'c'].map((name) => ({ viewer: viewerWith(name), query })));
    expect(told.map((result) => result!.errors![0]!.message)).toEqual(['for a', 'for b', 'for c']);
  });
});
