import { connect } from 'node:net';
import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Story } from '../../test/story.ts';
import { type Headers, openSocket, openWire, type Wire } from '../../test/wire.ts';

const WHO = '{ viewer { kind tenant { slug } } }';

let wire: Wire;
let story: Story;
let key: Headers;
let person: Headers;
let elsewhere: Story;

beforeAll(async () => {
  wire = await openWire({ LIMIT_SOCKETS: '3', LIMIT_SOCKET_OPERATIONS: '5' });
  story = await wire.tellStory();
  key = await wire.key(story);
  person = await wire.person(story, 'system_admin');
  elsewhere = await wire.tellStory();
  await elsewhere.as('system_admin');
});
afterAll(() => wire.close());

const init = (payload: object = { authorization: key.authorization }) => ({ type: 'connection_init', payload });

// biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the document
async function readOne(client: Client, query: string): Promise<any> {
  for await (const result of client.iterate({ query })) return result;
  return undefined;
}

describe('a round trip', () => {
  it.each([
    ['a key', 'API_KEY', () => wire.client({ authorization: key.authorization })],
    [
      'a person',
      'USER',
      () => wire.client({ tenant: story.tenant.slug }, { cookie: person.cookie!, origin: wire.url }),
    ],
  ] as const)('as %s: a query, a mutation and a subscription', async (_caller, kind, open) => {
    const client = open();
    expect(await readOne(client, WHO)).toEqual({ data: { viewer: { kind, tenant: { slug: story.tenant.slug } } } });
    const news = client.iterate({ query: 'subscription { settingsChanged { kind id } }' });
    const first = news.next();
    await readOne(client, '{ __typename }');
    const made = await readOne(
      client,
      `mutation { createWorkspace(input: { slug: "by-${kind.toLowerCase().replace('_', '-')}", name: "x" }) { workspace { id } } }`,
    );
    const { id } = made.data.createWorkspace.workspace;
    expect((await first).value).toEqual({ data: { settingsChanged: { kind: 'WORKSPACE', id } } });
    await news.return?.();
    await client.dispose();
  });

  it('ends a stream when the client completes it, and keeps the socket', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    socket.send({ type: 'complete', id: '1' });
    socket.send({ type: 'subscribe', id: '2', payload: { query: WHO } });
    await socket.heard((frame) => frame.id === '2' && frame.type === 'complete');
    await wire.ask('mutation { updateTenant(input: { name: "Quiet" }) { tenant { id } } }', key);
    socket.send({ type: 'subscribe', id: '3', payload: { query: WHO } });
    await socket.heard((frame) => frame.id === '3' && frame.type === 'complete');
    expect(socket.frames.filter((frame) => frame.id === '1')).toEqual([]);
    socket.close();
  });
});

describe('the protocol', () => {
  it('lets a socket that says nothing go within 5 s', { timeout: 10_000 }, async () => {
    const socket = wire.socket();
    await socket.opened;
    const started = performance.now();
    expect((await socket.closed).code).toBe(4408);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('takes one connection_init', async () => {
    const socket = wire.socket();
    await socket.opened;
    socket.send(init());
    await socket.heard((frame) => frame.type === 'connection_ack');
    socket.send(init());
    expect((await socket.closed).code).toBe(4429);
  });

  it('takes no operation before it let the caller in', async () => {
    const socket = wire.socket();
    await socket.opened;
    socket.send({ type: 'subscribe', id: '1', payload: { query: '{ __typename }' } });
    expect((await socket.closed).code).toBe(4401);
  });

  it('takes each id once at a time', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    socket.send({ type: 'subscribe', id: '1', payload: { query: WHO } });
    expect((await socket.closed).code).toBe(4409);
  });

  it.each(['not json', '{"type":"hello"}', '{"type":"subscribe"}', '[]', 'null'])('ends with %s', async (text) => {
    const socket = wire.socket();
    await socket.opened;
    socket.send(init());
    await socket.heard((frame) => frame.type === 'connection_ack');
    socket.sendText(text);
    expect((await socket.closed).code).toBe(4400);
  });

  it('takes no other protocol', async () => {
    const socket = openSocket(wire.url, {}, 'graphql-ws');
    await socket.opened.catch(() => {});
    expect((await socket.closed).code).toBeOneOf([1006, 4406]);
  });

  it('takes no message larger than a body may be', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    socket.send({ type: 'subscribe', id: '2', payload: { query: `{ __typename } # ${'x'.repeat(2_000_000)}` } });
    expect((await socket.closed).code).toBe(1009);
  });
});

describe('operations over a socket', () => {
  const CASES: [string, object, string][] = [
    ['with a field that is not there', { query: '{ nothing }' }, 'BAD_USER_INPUT'],
    ['with a mistake', { query: '{' }, 'BAD_USER_INPUT'],
    ['that are too deep', { query: `${'{ a '.repeat(50)}${'}'.repeat(50)}` }, 'LIMIT_EXCEEDED'],
    ['with an unknown name', { query: 'query A { __typename }', operationName: 'B' }, 'BAD_USER_INPUT'],
    [
      'with bad variables',
      { query: 'query ($f: Int) { members(first: $f) { totalCount } }', variables: { f: 'x' } },
      'BAD_USER_INPUT',
    ],
    ['without the right', { query: '{ tenants { totalCount } }' }, 'FORBIDDEN'],
  ];

  it('are refused one by one, with the codes that HTTP has, and the socket lives on', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    for (const [name, payload, code] of CASES) {
      socket.send({ type: 'subscribe', id: name, payload });
      const frame = await socket.heard(({ id, type }) => id === name && (type === 'error' || type === 'next'));
      const errors = Array.isArray(frame.payload) ? frame.payload : frame.payload!.errors;
      expect([name, errors?.[0]?.extensions.code]).toEqual([name, code]);
    }
    socket.close();
  });
});

describe('who is let in', () => {
  it.each([
    ['nobody', () => ({}), () => ({})],
    ['an unknown key', () => ({ authorization: `Bearer tc_${'a'.repeat(43)}` }), () => ({})],
    ['a key that is no text', () => ({ authorization: { toString: 'x' } }), () => ({})],
    [
      'a person in a tenant that is not theirs',
      () => ({ tenant: elsewhere.tenant.slug }),
      () => ({ cookie: person.cookie! }),
    ],
    ['a forged cookie', () => ({}), () => ({ cookie: 'toolcrib.session_token=a.b' })],
  ])('is not %s', async (_who, params, headers) => {
    const socket = wire.socket(headers());
    await socket.opened;
    socket.send(init(params()));
    expect((await socket.closed).code).toBe(4403);
    expect(socket.frames.filter((frame) => frame.type === 'connection_ack')).toEqual([]);
  });

  it('is not a page of another site, whatever cookie it brings', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const socket = wire.socket({ cookie: person.cookie!, origin });
      await expect(socket.opened).rejects.toThrow('403');
    }
  });

  it('is only who comes to the right address', async () => {
    const socket = openSocket(`${wire.url}/other`);
    await expect(socket.opened).rejects.toThrow('404');
  });

  it('is nobody beyond the limit of one caller; others are not kept out', async () => {
    const other = await wire.key(await wire.tellStory(), 'viewer');
    const open = await Promise.all([1, 2, 3].map(() => wire.openStream({ authorization: other.authorization })));
    const fourth = wire.socket();
    await fourth.opened;
    fourth.send(init({ authorization: other.authorization }));
    expect((await fourth.closed).code).toBe(1013);
    const neighbour = await wire.openStream({ authorization: key.authorization });
    for (const socket of [...open, neighbour]) socket.close();
    await Promise.all(open.map((socket) => socket.closed));
    await expect
      .poll(async () => {
        const again = wire.socket();
        await again.opened;
        again.send(init({ authorization: other.authorization }));
        await again.heard((frame) => frame.type === 'connection_ack');
        again.close();
        return true;
      })
      .toBe(true);
  });
});

describe('how much one caller may hold open', () => {
  const FOLLOW = 'subscription { settingsChanged { kind } }';

  it('is so many operations per socket; a completed one makes room, and the socket lives on', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    for (const id of ['2', '3', '4', '5', 'beyond']) socket.send({ type: 'subscribe', id, payload: { query: FOLLOW } });
    const refused = await socket.heard((frame) => frame.id === 'beyond');
    expect(refused).toMatchObject({
      type: 'error',
      payload: [{ message: expect.stringContaining('5 operations'), extensions: { code: 'LIMIT_EXCEEDED' } }],
    });
    socket.send({ type: 'complete', id: '3' });
    socket.send({ type: 'subscribe', id: 'after', payload: { query: WHO } });
    expect((await socket.heard((frame) => frame.id === 'after')).type).toBe('next');
    socket.close();
  });

  it('counts server-sent streams together with sockets, and a stream that ends makes room', async () => {
    const other = await wire.key(await wire.tellStory(), 'viewer');
    const owner = await wire.key(await wire.tellStory());
    const socket = await wire.openStream({ authorization: owner.authorization });
    const streams = [await wire.follow(FOLLOW, owner), await wire.follow(FOLLOW, owner)];
    const refused = await wire.ask(FOLLOW, { ...owner, accept: 'text/event-stream' });
    expect(refused.status).toBe(429);
    expect(refused.body.errors).toMatchObject([
      { message: expect.stringContaining('Close one'), extensions: { code: 'LIMIT_EXCEEDED' } },
    ]);
    const second = wire.socket();
    await second.opened;
    second.send(init({ authorization: owner.authorization }));
    expect((await second.closed).code).toBe(1013);
    const neighbour = await wire.follow(FOLLOW, other);
    expect(neighbour.status).toBe(200);
    streams[0]!.stop();
    await expect
      .poll(async () => {
        const again = await wire.follow(FOLLOW, owner);
        again.stop();
        return again.status;
      })
      .toBe(200);
    for (const stream of [...streams, neighbour]) stream.stop();
    socket.close();
  });
});

it('a socket that is cut in the middle of a handshake hurts nobody', async () => {
  const port = Number(new URL(wire.url).port);
  for (const text of [
    'GET /graphql HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET /graphql HTTP/1.1\r\nUpgr',
    '\u0000\u0001',
  ]) {
    const line = connect(port, '127.0.0.1');
    line.on('error', () => {});
    line.write(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    line.resetAndDestroy();
  }
  expect((await wire.ask('{ __typename }')).status).toBe(200);
});
