import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import type { Story } from '../../../test/story.ts';
import { openSocket, openWire, type Wire } from '../../../test/wire.ts';

const SESSIONS = 5;
const EACH = 200;
const TOTAL = SESSIONS * EACH;
const WRITERS = 16;

let wire: Wire;
beforeAll(async () => {
  wire = await openWire({ LIMIT_SOCKETS: '2000' });
});
afterAll(() => wire.close());

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const upTo = (most: number) => Math.ceil(Math.random() * most);

function write(story: Story, sessionId: string, text: string) {
  return wire.app.events.append({
    tenantId: story.tenant.id,
    sessionId,
    opens: { kind: 'tool', title: 'Busy' },
    actor: { kind: 'system', id: null, label: 'test' },
    events: [{ type: 'progress', payload: { text } }],
  });
}

/** Writers that share all sessions, each in its own pace. */
async function writeAll(story: Story, sessions: readonly string[], each: number): Promise<void> {
  const left = sessions.flatMap((sessionId) => Array<string>(each).fill(sessionId)).toSorted(() => Math.random() - 0.5);
  const work = async () => {
    for (let sessionId = left.pop(); sessionId; sessionId = left.pop()) await write(story, sessionId, newId());
  };
  await Promise.all(range(WRITERS).map(work));
}

type Open = (behind: StoredEvent | undefined) => AsyncIterableIterator<StoredEvent>;

/** Reads until it has enough, is cut again and again, and comes back behind the last event it has seen. */
async function readWithCuts(open: Open, enough: number): Promise<StoredEvent[]> {
  const seen: StoredEvent[] = [];
  while (seen.length < enough) {
    const stream = open(seen.at(-1));
    for (let left = upTo(enough / 3); left > 0 && seen.length < enough; left--) seen.push((await stream.next()).value);
    // Some are cut while they wait for the next.
    const waiting = seen.length < enough && Math.random() < 0.3 ? stream.next() : undefined;
    await stream.return!();
    const late = await waiting;
    if (late && !late.done) seen.push(late.value);
  }
  return seen;
}

describe('1,000 readers that are cut at random and come back', () => {
  it('each end with exactly the log, while 16 writers write', async () => {
    const story = await wire.tellStory();
    const tenantId = story.tenant.id;
    const sessions = Array.from({ length: SESSIONS }, newId);
    await Promise.all(sessions.map((id) => write(story, id, 'first')));
    const { events } = wire.app;
    const ofSession = range(500).map((at) => {
      const sessionId = sessions[at % SESSIONS]!;
      return readWithCuts((last) => events.followSession(tenantId, sessionId, last?.seq ?? 0), EACH);
    });
    const ofTenant = range(500).map(() =>
      readWithCuts((last) => events.followTenant(tenantId, { after: last?.pos ?? 0n }), TOTAL),
    );
    await writeAll(story, sessions, EACH - 1);

    const log = await wire.app.database.system.sessionEvent.findMany({
      where: { tenantId },
      orderBy: { pos: 'asc' },
      select: { id: true, sessionId: true },
    });
    expect(log).toHaveLength(TOTAL);
    const whole = log.map(({ id }) => id).join();
    const bySession = Map.groupBy(log, ({ sessionId }) => sessionId);
    for (const seen of await Promise.all(ofTenant)) expect(seen.map(({ id }) => id).join()).toBe(whole);
    for (const [at, seen] of (await Promise.all(ofSession)).entries()) {
      const expected = bySession.get(sessions[(at + 1) % SESSIONS]!)!;
      expect(seen.map(({ seq }) => seq)).toEqual(range(EACH));
      expect(seen.map(({ id }) => id).join()).toBe(expected.map(({ id }) => id).join());
    }
  }, 120_000);
});

type Heard = { seq: number; cursor: string; id: string };
const BY_SESSION =
  'subscription($id: ID!, $after: Int) { events: sessionEvents(sessionId: $id, afterSeq: $after) { id seq cursor } }';
const BY_TENANT = 'subscription($after: String) { events: toolEvents(after: $after) { id seq cursor } }';

/** One stream on one socket, cut after so many events. */
async function hear(authorization: string, query: string, variables: object, enough: number): Promise<Heard[]> {
  const socket = openSocket(wire.url);
  await socket.opened;
  socket.send({ type: 'connection_init', payload: { authorization } });
  await socket.heard((frame) => frame.type === 'connection_ack', 60_000);
  socket.send({ type: 'subscribe', id: '1', payload: { query, variables } });
  const isNews = ({ type }: { type: string }) => type === 'next';
  await socket.heard(() => socket.frames.filter(isNews).length >= enough, 60_000);
  socket.close();
  await socket.closed;
  // Whatever came until the line was cut counts as seen.
  return socket.frames.filter(isNews).map(({ payload }) => payload!.data.events);
}

async function hearWithCuts(
  authorization: string,
  query: string,
  first: object,
  key: 'seq' | 'cursor',
  enough: number,
) {
  const seen: Heard[] = [];
  while (seen.length < enough) {
    const after = seen.at(-1)?.[key];
    const count = Math.min(upTo(enough / 2), enough - seen.length);
    seen.push(...(await hear(authorization, query, after === undefined ? first : { ...first, after }, count)));
  }
  return seen;
}

describe('200 WebSockets that are cut at random and come back', () => {
  it('each end with exactly the log', async () => {
    const enough = 60;
    const story = await wire.tellStory();
    const { authorization } = await wire.key(story);
    const sessions = Array.from({ length: 2 }, newId);
    const [begin] = await Promise.all(sessions.map((id) => write(story, id, 'first')));
    expect(begin!.accepted).toBe(true);
    const beginning = await hear(authorization!, BY_SESSION, { id: toNodeId('Session', sessions[0]!) }, 1);
    const bySession = range(100).map((at) =>
      hearWithCuts(authorization!, BY_SESSION, { id: toNodeId('Session', sessions[at % 2]!) }, 'seq', enough),
    );
    const byTenant = range(100).map(() =>
      hearWithCuts(authorization!, BY_TENANT, { after: beginning[0]!.cursor }, 'cursor', 2 * (enough - 1)),
    );
    await writeAll(story, sessions, enough - 1);
    for (const seen of await Promise.all(bySession)) expect(seen.map(({ seq }) => seq)).toEqual(range(enough));

    const log = await wire.app.database.system.sessionEvent.findMany({
      where: { tenantId: story.tenant.id },
      orderBy: { pos: 'asc' },
    });
    const begun = log.findIndex(({ id }) => toNodeId('SessionEvent', id) === beginning[0]!.id);
    const expected = log.slice(begun + 1).map(({ id }) => toNodeId('SessionEvent', id));
    for (const seen of await Promise.all(byTenant)) {
      expect(seen.map(({ id }) => id)).toEqual(expected.slice(0, seen.length));
      expect(seen.length).toBeGreaterThanOrEqual(2 * (enough - 1));
    }
  }, 180_000);

  it('and over server-sent events all the same', async () => {
    const story = await wire.tellStory();
    const headers = await wire.key(story);
    const sessionId = newId();
    for (const at of range(5)) await write(story, sessionId, `${at}`);
    const seen: number[] = [];
    while (seen.length < 12) {
      const query = `subscription { sessionEvents(sessionId: "${toNodeId('Session', sessionId)}", afterSeq: ${seen.at(-1) ?? 0}) { seq } }`;
      const stream = await wire.follow(query, headers);
      if (stream.events.length === 0) await stream.next();
      await write(story, sessionId, 'more');
      stream.stop();
      await stream.ended;
      seen.push(...stream.events.map((text) => Number(/"seq":(\d+)/.exec(text)![1])));
    }
    expect(seen).toEqual(range(seen.length));
  }, 60_000);
});
