import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { heldMemory } from '../../../test/held-memory.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const MIB = 1_048_576;
const EVENTS = 40;

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
});
afterAll(() => app.close());

const write = (sessionId: string, text: string) =>
  app.events.append({
    tenantId: story.tenant.id,
    sessionId,
    opens: { kind: 'tool', title: 'Large' },
    actor: { kind: 'system', id: null, label: 'test' },
    events: [{ type: 'tool.output_appended', payload: { text } }],
  });

const from = (first: number) => Array.from({ length: EVENTS + 1 - first }, (_, at) => first + at);

type Stream = AsyncIterableIterator<StoredEvent>;

async function readTo(stream: Stream, seq: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.at(-1) !== seq) seen.push((await stream.next()).value.seq);
  return seen;
}

it('readers that stop hold next to nothing of large outputs, and miss nothing when they read on', async () => {
  const sessionId = newId();
  const tenantId = story.tenant.id;
  const keepsUp = [app.events.followSession(tenantId, sessionId, 0), app.events.followTenant(tenantId, { after: 0n })];
  const whole = Promise.all(keepsUp.map((stream) => readTo(stream, EVENTS)));
  const before = await heldMemory();
  for (let at = 1; at <= EVENTS; at += 1) await write(sessionId, `${at}`.padEnd(MIB, 'x'));
  for (const seen of await whole) expect(seen).toEqual(from(1));
  const late = Array.from({ length: EVENTS / 2 }, (_, at) => [
    { stream: app.events.followSession(tenantId, sessionId, at), first: at + 1 },
    { stream: app.events.followTenant(tenantId, { after: BigInt(at) }), first: at + 1 },
  ]).flat();
  for (const { stream, first } of late) expect((await stream.next()).value.seq).toBe(first);

  // The two tails keep the newest event each. Readers hold nothing behind the event they are at: a page has room for one.
  expect(await heldMemory()).toBeLessThan(before + 8 * MIB);
  for (const { stream, first } of late.slice(-4)) expect(await readTo(stream, EVENTS)).toEqual(from(first + 1));
  for (const stream of [...keepsUp, ...late.map((each) => each.stream)]) await stream.return!();
}, 60_000);
