import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import type { Story } from '../../../test/story.ts';
import { openWire, type Wire } from '../../../test/wire.ts';

const PROMISED_MS = 5_000;
const FORBIDDEN = 4403;

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

const writeAs = (story: Story, actorId: string | null, sessionId: string, text: string) =>
  wire.app.events.append({
    tenantId: story.tenant.id,
    sessionId,
    opens: { kind: 'tool', title: 'Live' },
    actor: { kind: actorId ? 'apiKey' : 'system', id: actorId, label: 'test' },
    events: [{ type: 'progress', payload: { text } }],
  });

async function openScene() {
  const story = await wire.tellStory();
  const owner = await wire.person(story, 'system_admin');
  const made = await wire.ask(
    'mutation { createApiKey(input: { name: "Theirs", role: "member" }) { secret apiKey { id } } }',
    owner,
  );
  const { secret, apiKey } = made.body.data.createApiKey;
  const sessionId = newId();
  const write = (text: string) => writeAs(story, parseNodeIdOf('ApiKey', apiKey.id)!, sessionId, text);
  await write('first');
  const revoke = () => wire.ask(`mutation { revokeApiKey(input: { id: "${apiKey.id}" }) { apiKey { id } } }`, owner);
  return { authorization: `Bearer ${secret}`, sessionId, write, revoke };
}

const STREAMS: [name: string, query: (sessionId: string) => string][] = [
  ['sessionEvents', (id) => `subscription { sessionEvents(sessionId: "${toNodeId('Session', id)}") { seq } }`],
  ['toolEvents', () => 'subscription { toolEvents { seq } }'],
];
const isNews = (frame: { type: string; id?: string }) => frame.type === 'next' && frame.id === '1';

/** Nothing tells a reader that the server follows by now, and what came before that is not told. */
async function writeUntil(heard: Promise<unknown>, write: (text: string) => Promise<unknown>): Promise<void> {
  let isHeard = false;
  const hearing = heard.then(() => {
    isHeard = true;
  });
  while (!isHeard) {
    await write('heard');
    await sleep(20);
  }
  await hearing;
}

describe.each(STREAMS)('%s, once the key is revoked', (_name, query) => {
  it('tells nothing more and closes the socket', async () => {
    const { authorization, sessionId, write, revoke } = await openScene();
    const socket = await wire.openStream({ authorization }, {}, query(sessionId));
    await writeUntil(socket.heard(isNews), write);
    await sleep(100);
    const before = socket.frames.filter(isNews).length;
    expect((await revoke()).body.errors).toBeUndefined();
    for (let count = 0; count < 20; count++) await write('unheard');
    expect(await Promise.race([socket.closed, sleep(PROMISED_MS, 'open', { ref: false })])).toMatchObject({
      code: FORBIDDEN,
    });
    expect(socket.frames.filter(isNews)).toHaveLength(before);
  });

  it('tells nothing more and ends the stream of server-sent events', async () => {
    const { authorization, sessionId, write, revoke } = await openScene();
    const stream = await wire.follow(query(sessionId), { authorization });
    if (stream.events.length === 0) {
      await writeUntil(stream.next(), write);
    }
    await sleep(100);
    const before = stream.events.length;
    await revoke();
    for (let count = 0; count < 20; count++) await write('unheard');
    expect(await Promise.race([stream.ended, sleep(PROMISED_MS, 'open', { ref: false })])).toBe('complete');
    expect(stream.events.slice(before)).toEqual([expect.stringContaining('UNAUTHENTICATED')]);
  });
});

describe('a stream that cannot begin where it is asked to', () => {
  const begin = (sessionId: string, afterSeq: number) =>
    `subscription { sessionEvents(sessionId: "${toNodeId('Session', sessionId)}", afterSeq: ${afterSeq}) { seq } }`;

  it('says so behind the end of a session, and begins behind its last event', async () => {
    const { authorization, sessionId, write } = await openScene();
    const socket = await wire.openStream({ authorization }, {}, begin(sessionId, 2));
    const { payload } = await socket.heard(({ id }) => id === '1');
    expect(payload!.errors).toMatchObject([
      {
        message: expect.stringMatching(/last event of this session is 1.*Give the seq/),
        extensions: { code: 'BAD_USER_INPUT', fields: [{ path: ['afterSeq'] }] },
      },
    ]);
    socket.close();
    const next = await wire.openStream({ authorization }, {}, begin(sessionId, 1));
    await write('second');
    expect((await next.heard(isNews)).payload!.data).toEqual({ sessionEvents: { seq: 2 } });
    next.close();
  });

  it('says of a cursor that is none of ours to use that of an event', async () => {
    const { authorization } = await openScene();
    const socket = await wire.openStream({ authorization }, {}, 'subscription { toolEvents(after: "x") { seq } }');
    const { payload } = await socket.heard(({ id }) => id === '1');
    expect(payload!.errors).toMatchObject([
      { message: expect.stringContaining('cursor of an event'), extensions: { fields: [{ path: ['after'] }] } },
    ]);
    expect(JSON.stringify(payload)).not.toContain('endCursor');
    socket.close();
  });
});

describe('two who follow the same with the same rights', () => {
  const makeKey = async (owner: Record<string, string>, role: string) => {
    const mutation = `mutation { createApiKey(input: { name: "One", role: "${role}" }) { secret apiKey { id } } }`;
    const { secret, apiKey } = (await wire.ask(mutation, owner)).body.data.createApiKey;
    return { authorization: `Bearer ${secret}`, id: apiKey.id };
  };
  const seqs = (socket: Awaited<ReturnType<Wire['openStream']>>) =>
    socket.frames.filter(isNews).map(({ payload }) => payload!.data.toolEvents.seq);

  it('hear the same until one is revoked; those with less never hear of it', async () => {
    const story = await wire.tellStory();
    const owner = await wire.person(story, 'system_admin');
    const keys = [await makeKey(owner, 'viewer'), await makeKey(owner, 'viewer'), await makeKey(owner, 'member')];
    const query = 'subscription { toolEvents { seq payload } }';
    const [first, second, stranger] = await Promise.all(
      keys.map(({ authorization }) => wire.openStream({ authorization }, {}, query)),
    );
    const sessionId = newId();
    const write = () => writeAs(story, null, sessionId, 'for all who may');
    await writeUntil(Promise.all([first!.heard(isNews), second!.heard(isNews)]), write);
    const { errors } = (
      await wire.ask(`mutation { revokeApiKey(input: { id: "${keys[0]!.id}" }) { apiKey { id } } }`, owner)
    ).body;
    expect(errors).toBeUndefined();
    await first!.closed;
    const [before, already] = [seqs(first!), seqs(second!).length];
    for (let count = 0; count < 10; count++) await write();
    await second!.heard(() => seqs(second!).length >= already + 10);
    expect(seqs(first!)).toEqual(before);
    const all = seqs(second!);
    expect(all).toEqual(all.map((_seq, at) => all[0] + at));
    expect(seqs(stranger!)).toEqual([]);
    for (const socket of [second!, stranger!]) socket.close();
  });
});

describe('a reader that stops reading', () => {
  const EVENTS = 3_000;
  const range = Array.from({ length: EVENTS }, (_, at) => at + 1);

  /** Follows a session and can be stopped at the socket itself. */
  async function openReader(authorization: string, sessionId: string) {
    const socket = new WebSocket(`${wire.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const seen: number[] = [];
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        const query = `subscription { sessionEvents(sessionId: "${toNodeId('Session', sessionId)}") { seq payload } }`;
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      }
      if (type === 'next') seen.push(payload.data.sessionEvents.seq);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    return { socket, seen };
  }
  const until = async (holds: () => boolean, ms: number) => {
    for (const deadline = performance.now() + ms; !holds(); ) {
      if (performance.now() > deadline) throw new Error('It never came to that.');
      await sleep(20);
    }
  };

  it('holds up nobody, and misses nothing when it reads on', async () => {
    const { authorization, sessionId, write } = await openScene();
    const stopped = await openReader(authorization, sessionId);
    const neighbour = await openReader(authorization, sessionId);
    await until(() => stopped.seen.length === 1 && neighbour.seen.length === 1, 5_000);
    stopped.socket.pause();
    const text = 'x'.repeat(10_000);
    for (let left = EVENTS - 1; left > 0; left -= 100)
      await Promise.all(Array.from({ length: Math.min(100, left) }, () => write(text)));
    await until(() => neighbour.seen.length === EVENTS, 30_000);
    expect(neighbour.seen).toEqual(range);
    expect(stopped.seen.length).toBeLessThan(EVENTS);
    stopped.socket.resume();
    await until(() => stopped.seen.length === EVENTS, 30_000);
    expect(stopped.seen).toEqual(range);
    for (const { socket } of [stopped, neighbour]) socket.terminate();
  }, 120_000);
});
