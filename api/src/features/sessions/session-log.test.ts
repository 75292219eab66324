import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Append, NewEvent, StoredEvent } from '#toolkit/event-log.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
});
afterAll(() => app.close());

const actor = { kind: 'system', id: null, label: 'test' };
const note = (text: string): NewEvent => ({ type: 'progress', payload: { text } });
const into = (sessionId: string, events: NewEvent[], more: Partial<Append> = {}) =>
  app.events.append({
    tenantId: story.tenant.id,
    sessionId,
    opens: { kind: 'tool', title: 'Test' },
    actor,
    events,
    ...more,
  });
const stored = (sessionId: string) =>
  app.database.system.sessionEvent.findMany({ where: { sessionId }, orderBy: { seq: 'asc' } });
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function take(stream: AsyncIterableIterator<StoredEvent>, count: number): Promise<StoredEvent[]> {
  const taken: StoredEvent[] = [];
  for await (const event of stream) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

describe('appending', () => {
  it('numbers what 64 writers write to one session at once without gap or repetition', async () => {
    const sessionId = newId();
    const answers = await Promise.all(
      range(64).flatMap((writer) => range(5).map((turn) => into(sessionId, [note(`${writer}.${turn}`)]))),
    );
    const given = answers.flatMap((answer) => (answer.accepted ? answer.events.map((event) => event.seq) : []));
    expect(given.toSorted((a, b) => a - b)).toEqual(range(320));
    expect((await stored(sessionId)).map((event) => event.seq)).toEqual(range(320));
  });

  it('keeps payloads as they were, but for what a database cannot hold', async () => {
    const sessionId = newId();
    const payload = { z: 1, a: { 'é\n': [null, 1e300, 'x'] }, bad: 'a\u0000b\ud800' };
    await into(sessionId, [{ type: 'progress', payload }]);
    const [event] = await stored(sessionId);
    expect(JSON.stringify(event!.payload)).toBe(JSON.stringify({ ...payload, bad: 'a\ufffdb\ufffd' }));
  });

  it('gives the events of one call neighbouring numbers, all or none', async () => {
    const sessionId = newId();
    const runId = newId();
    const first = await into(
      sessionId,
      [
        { type: 'tool.started', runId, toolSlug: 'sum', payload: {}, workerId: runId },
        { type: 'tool.completed', runId, toolSlug: 'sum', payload: {}, workerId: runId },
      ],
      { from: { source: 'api' } },
    );
    expect(first).toMatchObject({ accepted: true, events: [{ seq: 1 }, { seq: 2 }] });
    const second = await into(sessionId, [
      note('lost'),
      { type: 'tool.cancelled', runId, toolSlug: 'sum', payload: {} },
    ]);
    expect(second).toEqual({ accepted: false, state: 'ended', known: null });
    expect(await stored(sessionId)).toHaveLength(2);
  });

  it('refuses a session that nobody opened', async () => {
    expect(await into(newId(), [note('x')], { opens: null })).toMatchObject({ accepted: false });
  });

  it('cannot be undone', async () => {
    const sessionId = newId();
    await into(sessionId, [note('kept')]);
    const { system } = app.database;
    await expect(
      system.$executeRaw`UPDATE session_events SET type = 'x' WHERE session_id = ${sessionId}::uuid`,
    ).rejects.toThrow(/append-only/);
    await expect(system.$executeRaw`DELETE FROM session_events WHERE session_id = ${sessionId}::uuid`).rejects.toThrow(
      /append-only/,
    );
    await expect(system.$executeRaw`TRUNCATE session_events`).rejects.toThrow(/append-only/);
    expect(await stored(sessionId)).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('is taken once, however many race for it', async () => {
    const key = { operation: 'executeTool', key: newId(), digest: 'same' };
    const runs = range(50).map(() => newId());
    const answers = await Promise.all(
      runs.map((runId) =>
        into(newId(), [{ type: 'tool.started', runId, toolSlug: 'sum', payload: {}, workerId: runId }], {
          from: { source: 'api' },
          idempotency: key,
        }),
      ),
    );
    const won = runs.filter((_run, at) => answers[at]!.accepted);
    expect(won).toHaveLength(1);
    const known = answers.flatMap((answer) => (answer.accepted ? [] : [answer.known]));
    expect(known).toEqual(Array(49).fill({ runId: won[0], sameDigest: true }));
  });
});

describe('following', () => {
  it('replays a session and goes on with what comes, without gap or repetition', async () => {
    const sessionId = newId();
    await into(
      sessionId,
      range(3).map((at) => note(`${at}`)),
    );
    const following = take(app.events.followSession(story.tenant.id, sessionId, 1), 22);
    for (const at of range(20)) await into(sessionId, [note(`late ${at}`)]);
    expect((await following).map((event) => event.seq)).toEqual(range(22).map((at) => at + 1));
  });

  it('tells everything of the tenant in one order to every reader', async () => {
    const own = await tellStory(app);
    const tenantId = own.tenant.id;
    const early = take(app.events.followTenant(tenantId, { after: 0n }), 200);
    const sessions = range(10).map(() => newId());
    await Promise.all(range(200).map((at) => into(sessions[at % 10]!, [note(`${at}`)], { tenantId })));
    const seen = (await early).map((event) => event.pos);
    expect(seen).toEqual(range(200).map(BigInt));
    const late = await take(app.events.followTenant(tenantId, { after: 120n }), 80);
    expect(late.map((event) => event.pos)).toEqual(seen.slice(120));
  });

  it('ends when told to, also while it waits', async () => {
    const stream = app.events.followSession(story.tenant.id, newId(), 0);
    const waiting = stream.next();
    await stream.return!();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});
