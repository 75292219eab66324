import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { principalOf } from '#access/viewer.ts';
import { newId, newRequestId, toNodeId } from '#platform/ids.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { EventType } from '#toolkit/event-log.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS, worked } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom' } as const;
let done = 0;

function makeCircle(): object {
  const circle: { self?: object } = {};
  circle.self = circle;
  return circle;
}
function makeTower(): unknown {
  let tower: unknown = 1;
  for (let level = 0; level < 200_000; level++) tower = [tower];
  return tower;
}
const ODD = { bigint: () => ({ n: 10n }), circle: makeCircle, tower: makeTower };

const TOOLS = [
  ...RUNNING_TOOLS,
  defineTool({
    ...about,
    slug: 'again',
    name: 'Again',
    input: z.object({ word: z.string() }),
    output: z.object({ done: z.number() }),
    retrySafe: true,
    execute() {
      done += 1;
      return { done };
    },
  }),
  defineTool({
    ...about,
    slug: 'odd',
    name: 'Odd',
    input: z.object({ what: z.enum(['bigint', 'circle', 'tower']) }),
    output: z.unknown(),
    execute: ({ what }) => ODD[what](),
  }),
] as unknown as ToolDefinition[];

let app: TestApp;
let story: Story;
let key: Client & { secret: string };
let keyId: string;
let workerId: string;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: TOOLS });
  story = await tellStory(app);
  key = await story.key({ role: 'member' });
  keyId = principalOf(key.viewer)!;
  workerId = app.createContext({ kind: 'system', label: 'test' }, newRequestId()).engine.workerId;
});
afterAll(() => app.close());

type Begun = { type?: EventType; slug?: string; worker?: string; at?: Date; input?: object; actorId?: string };

/** A run as another process, or this one before it stumbled, left it in the log. */
async function leaveBehind({ type = 'tool.started', slug = 'count', worker, at, input, actorId }: Begun) {
  const runId = newId();
  const payload = { input: input ?? { word: runId }, version: 0 };
  const appended = await app.events.append({
    tenantId: story.tenant.id,
    sessionId: newId(),
    opens: { kind: 'tool', title: 'Left behind' },
    actor: { kind: 'apiKey', id: actorId ?? keyId, label: 'Key' },
    from: { source: 'api' },
    at,
    events: [{ id: runId, type, runId, toolSlug: slug, payload, workerId: worker ?? newId() }],
  });
  expect(appended.accepted).toBe(true);
  return runId;
}

const eventsOf = (runId: string) =>
  app.database.system.sessionEvent.findMany({ where: { runId }, orderBy: { seq: 'asc' } });
const typesOf = async (runId: string) => (await eventsOf(runId)).map((event) => event.type);

async function endOf(runId: string, withinMs = 8_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const head = await app.database.system.runHead.findFirstOrThrow({ where: { id: runId } });
    if (head.state === 'ended') return head;
    if (Date.now() > deadline) throw new Error(`It has not ended: ${JSON.stringify(await typesOf(runId))}`);
    await sleep(50);
  }
}
const beat = (id: string, secondsAgo: number) =>
  app.database.owner.query(
    `INSERT INTO process_leases (id, started_at, seen_at) VALUES ($1, now(), now() - make_interval(secs => $2))
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    [id, secondsAgo],
  );

describe('a run whose process', () => {
  it('is gone ends as unknown and is not done again', async () => {
    const runId = await leaveBehind({});
    expect(await endOf(runId)).toMatchObject({ outcome: 'error', errorCode: 'OUTCOME_UNKNOWN' });
    expect(worked.get(runId)).toBeUndefined();
    const { toolRun } = await key.get('query($id: ID!) { toolRun(id: $id) { status error { code message } } }', {
      id: toNodeId('ToolRun', runId),
    });
    expect(toolRun.error.message).toContain('Check what it did');
  });

  it('lives and never began it, since the database was away, is not made up for when it is a composition: its caller was refused', async () => {
    const [admin, slug, word] = [await story.as('admin'), 'one-step', newId()];
    const steps = [{ id: 'only', toolSlug: 'count', inputMap: { word } }];
    const named = { slug, name: 'One step', description: 'Use it.', category: 'test', icon: 'wrench', fields: [] };
    await admin.get('mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }', {
      input: { ...named, executionSpec: { kind: 'composition', steps } },
    });
    const own = await leaveBehind({ slug, worker: workerId, input: {} });
    expect(await endOf(own)).toMatchObject({ outcome: 'error', errorCode: 'UNAVAILABLE' });
    expect(worked.get(word)).toBeUndefined();
    const foreign = await leaveBehind({ slug, input: {} });
    expect(await endOf(foreign)).toMatchObject({ outcome: 'success' });
    expect(worked.get(word)).toBe(1);
  });

  it('was not seen for longer than its lease ends as unknown; one that was is left alone', async () => {
    const [dead, alive] = [newId(), newId()];
    await beat(dead, 16);
    await beat(alive, 10);
    const [lost, kept] = [await leaveBehind({ worker: dead }), await leaveBehind({ worker: alive })];
    expect(await endOf(lost)).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
    expect(await typesOf(kept)).toEqual(['tool.started']);
    await beat(alive, 100);
    expect(await endOf(kept)).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
  });

  it('is gone is taken over once when it may be done again', async () => {
    const dead = newId();
    const runId = await leaveBehind({ slug: 'again', worker: dead });
    expect(await endOf(runId)).toMatchObject({ outcome: 'success', workerId });
    expect(await typesOf(runId)).toEqual(['tool.started', 'tool.resumed', 'tool.completed']);
    expect(done).toBe(1);
  });

  it('is this one, which does not work on it, ends as unknown', async () => {
    const runId = await leaveBehind({ worker: workerId });
    expect(await endOf(runId)).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
  });
});

describe('a run in the queue', () => {
  const earlier = () => new Date(Date.now() - 11_000);

  it('whose job was lost is started once', async () => {
    const runId = await leaveBehind({ type: 'tool.queued', at: earlier() });
    expect(await endOf(runId)).toMatchObject({ outcome: 'success', workerId });
    expect(worked.get(runId)).toBe(1);
  });

  it('of somebody who may not run it any more is not started', async () => {
    const runId = await leaveBehind({ type: 'tool.queued', at: earlier(), actorId: newId() });
    expect(await endOf(runId)).toMatchObject({ outcome: 'error', errorCode: 'FORBIDDEN' });
    expect(worked.get(runId)).toBeUndefined();
  });

  it('whose tool does not take its input any more is not started', async () => {
    const runId = await leaveBehind({ type: 'tool.queued', at: earlier(), input: { word: 5 } });
    expect(await endOf(runId)).toMatchObject({ outcome: 'error', errorCode: 'INVALID_INPUT' });
  });
});

describe('an output that cannot be written down', () => {
  it.each(Object.keys(ODD))('such as a %s fails the run and does not lose it', async (what) => {
    const { executeTool } = await key.get(
      'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id status error { code } } } }',
      { input: { slug: 'odd', input: { what } } },
    );
    expect(executeTool.run).toMatchObject({ status: 'ERROR', error: { code: 'INVALID_OUTPUT' } });
  });
});
