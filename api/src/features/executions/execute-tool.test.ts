import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import type { Client } from '../../../test/client.ts';
import { RUNNING_TOOLS, worked } from '../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../test/test-app.ts';

const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id toolSlug status input output error { code message } durationMs source sessionId createdAt }
  error { code message fields { path message } }
} }`;
const EVENTS = 'subscription($id: ID!) { sessionEvents(sessionId: $id) { id seq type runId payload source } }';

let app: TestApp;
let story: Story;
let member: Client;
let key: Client;
beforeAll(async () => {
  app = await createWorkingApp({ LIMIT_OUTPUT_BYTES: '10000' }, { extraTools: RUNNING_TOOLS });
  story = await tellStory(app);
  member = await story.as('member');
  key = await story.key({ role: 'member' });
});
afterAll(() => app.close());

const execute = async (client: Client, slug: string, input: object, more: object = {}) =>
  (await client.get(EXECUTE, { input: { slug, input, ...more } })).executeTool;

async function eventsOf(client: Client, sessionId: string, count: number) {
  const stream = await client.follow(EVENTS, { id: sessionId });
  if (!stream.next) throw new Error(JSON.stringify(stream));
  const events = [];
  while (events.length < count) events.push((await stream.next()).sessionEvents);
  await stream.end();
  return events;
}

async function until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`It never came to that: ${JSON.stringify(value)}`);
    await sleep(20);
  }
}

const runOf = async (client: Client, id: string) =>
  (await client.get('query($id: ID!) { toolRun(id: $id) { status output error { code } streamed } }', { id })).toolRun;

describe('a call', () => {
  it('runs the tool, answers with its output, and is in the log', async () => {
    const { run, error } = await execute(key, 'add', { a: 2, b: 3 });
    expect(error).toBeNull();
    expect(run).toMatchObject({
      toolSlug: 'add',
      status: 'SUCCESS',
      output: { sum: 5 },
      input: { a: 2, b: 3 },
      source: 'API',
    });
    const events = await eventsOf(key, run.sessionId, 2);
    expect(events.map(({ id: _id, ...event }) => event)).toEqual([
      { seq: 1, type: 'tool.started', runId: run.id, source: 'api', payload: { input: { a: 2, b: 3 }, version: 0 } },
      { seq: 2, type: 'tool.completed', runId: run.id, source: 'api', payload: { output: { sum: 5 } } },
    ]);
    const [started] = await app.database.system.sessionEvent.findMany({
      where: { type: 'tool.started', toolSlug: 'add' },
    });
    expect(toNodeId('ToolRun', started!.id)).toBe(run.id);
    expect((await member.get('query($id: ID!) { node(id: $id) { id } }', { id: run.id })).node).toBeNull();
  });

  it('of a person runs as WEB, of a key for an agent as AGENT', async () => {
    expect((await execute(member, 'add', { a: 1 })).run.source).toBe('WEB');
    const agent = await story.key({ role: 'member', actsForAgent: true });
    expect((await execute(agent, 'add', { a: 1 })).run.source).toBe('AGENT');
  });

  it('sees null as left out', async () => {
    expect((await execute(key, 'add', { a: 1, b: null })).run).toMatchObject({ output: { sum: 1 }, input: { a: 1 } });
  });

  it.each([
    ['a wrong field', { a: 'one' }, ['a']],
    ['a missing field', {}, ['a']],
    ['a list', [1], []],
  ])('with %s starts nothing and names the field', async (_name, input, path) => {
    const before = await app.database.system.sessionEvent.count();
    const { run, error } = await execute(key, 'add', input);
    expect(run).toBeNull();
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path, message: expect.stringMatching(/./) }] });
    expect(await app.database.system.sessionEvent.count()).toBe(before);
  });

  it('of what is not there is NOT_FOUND, without the right FORBIDDEN, and unseen NOT_FOUND', async () => {
    const call = (slug: string) => ({ input: { slug, input: { a: 1 } } });
    expect(await key.code(EXECUTE, call('nothing'))).toBe('NOT_FOUND');
    expect(await (await story.as('viewer')).code(EXECUTE, call('add'))).toBe('FORBIDDEN');
    expect(await (await story.as('feedback_reviewer')).code(EXECUTE, call('add'))).toBe('NOT_FOUND');
  });

  it.each([
    ['throw', 'TOOL_FAILED', 'It broke.'],
    ['code', 'OUT_OF_PAPER', 'Put in paper.'],
    ['legacy', 'TOOL_FAILED', 'Not today.'],
    ['reject', 'TOOL_FAILED', 'a word'],
    ['shape', 'INVALID_OUTPUT', expect.stringContaining('text')],
    ['large', 'OUTPUT_TOO_LARGE', expect.stringMatching(/10000 bytes\. .*with less: fewer rows, or fewer fields\.$/)],
  ])('that fails by %s is a run with an error, not an error of GraphQL', async (how, code, message) => {
    const { run, error } = await execute(key, 'fail', { how });
    expect(run).toMatchObject({ status: 'ERROR', output: null, error: { code, message } });
    expect(error).toMatchObject({ code, message });
    expect(await runOf(key, run.id)).toMatchObject({ status: 'ERROR', error: { code } });
  });

  it('that takes too long is stopped, whether the tool listens or not', async () => {
    for (const listens of [true, false]) {
      const { run } = await execute(key, 'sleep', { ms: 5_000, listens });
      expect(run).toMatchObject({ status: 'ERROR', error: { code: 'TIMEOUT' } });
      expect(run.durationMs).toBeLessThan(2_500);
    }
  });

  it('keeps what a tool writes while it works, in few pieces and in order', async () => {
    const words = Array.from({ length: 300 }, (_, at) => `${at} `);
    const { run } = await execute(key, 'talk', { words });
    expect(await runOf(key, run.id)).toMatchObject({ status: 'SUCCESS', streamed: words.join('') });
    const pieces = await app.database.system.sessionEvent.count({ where: { type: 'tool.output_appended' } });
    expect(pieces).toBeLessThan(10);
  });

  it('tells what a tool writes to those who watch, before it is stored', async () => {
    const { run } = await execute(key, 'talk', { words: ['a', 'b', 'c', 'd'], ms: 60 }, { mode: 'ASYNC' });
    const stream = await key.follow('subscription($id: ID!) { toolRunDeltas(id: $id) { text } }', { id: run.id });
    if (!stream.next) throw new Error('refused');
    const [first, second] = [await stream.next(), await stream.next()];
    expect(`${first.toolRunDeltas.text}${second.toolRunDeltas.text}`).toMatch(/^(ab|bc|cd)$/);
    await stream.end();
    expect(
      (
        await until(
          () => runOf(key, run.id),
          ({ status }) => status !== 'RUNNING',
        )
      ).streamed,
    ).toBe('abcd');
  });

  it('cuts off what a tool writes beyond the limit, once', async () => {
    const { run } = await execute(key, 'talk', { words: ['x'.repeat(9_999), 'yy', 'zz'] });
    const { streamed } = await runOf(key, run.id);
    expect(streamed).toMatch(/^x{9999}y\n\[cut off[^[]*\]$/);
  });

  it('of a tool that always asks waits when a machine makes it, and runs for people', async () => {
    const agent = await story.key({ role: 'member', actsForAgent: true });
    expect((await execute(agent, 'danger', { what: 'x' })).run.status).toBe('WAITING');
    expect((await execute(member, 'danger', { what: 'x' })).run.status).toBe('SUCCESS');
    expect((await execute(key, 'danger', { what: 'x' })).run.status).toBe('SUCCESS');
  });

  it('hides sensitive fields from histories, not from the answer', async () => {
    const { run } = await execute(key, 'private', { password: 'canary-password', note: 'open' });
    expect(run.output).toEqual({ token: 'canary-token', note: 'open' });
    const { toolRun } = await key.get('query($id: ID!) { toolRun(id: $id) { input output } }', { id: run.id });
    expect(toolRun).toEqual({ input: { password: '••••', note: 'open' }, output: { token: '••••', note: 'open' } });
    expect(JSON.stringify(await eventsOf(key, run.sessionId, 2))).not.toContain('canary');
  });
});

describe('a session', () => {
  it('can be gone on with by whoever began it, and by nobody else', async () => {
    const { run: first } = await execute(key, 'add', { a: 1 });
    const { run: second } = await execute(key, 'add', { a: 2 }, { sessionId: first.sessionId });
    expect(second.sessionId).toBe(first.sessionId);
    expect((await eventsOf(key, first.sessionId, 4)).map((event) => event.seq)).toEqual([1, 2, 3, 4]);
    for (const sessionId of [first.sessionId, toNodeId('Session', newId()), 'rubbish']) {
      expect(await member.code(EXECUTE, { input: { slug: 'add', input: { a: 1 }, sessionId } })).toBe('NOT_FOUND');
    }
  });

  it('is intact as long as nobody touches it', async () => {
    const { run } = await execute(key, 'add', { a: 1 });
    const query = 'query($id: ID!) { verifySession(id: $id) { intact events brokenSeq } }';
    expect((await key.get(query, { id: run.sessionId })).verifySession).toEqual({
      intact: true,
      events: 2,
      brokenSeq: null,
    });
    expect(await member.code(query, { id: run.sessionId })).toBe('NOT_FOUND');
  });
});

describe('an idempotency key', () => {
  const withKey = (idempotencyKey: string, word: string) =>
    key.run(EXECUTE, { input: { slug: 'count', input: { word, ms: 100 }, idempotencyKey } });

  it('makes one call of many, all with the same answer', async () => {
    const word = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => withKey(word, word)));
    expect(worked.get(word)).toBe(1);
    const runs = answers.map(({ data }) => data.executeTool.run);
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    expect(runs.map((run) => [run.status, run.output.times])).toEqual(Array(50).fill(['SUCCESS', 1]));
  });

  it('with other arguments is refused and changes nothing', async () => {
    const word = newId();
    await withKey(word, word);
    const again = await withKey(word, `${word}!`);
    expect(again.errors?.[0]?.extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(worked.get(`${word}!`)).toBeUndefined();
  });

  it('says nothing of the run to others of the tenant who may not see it', async () => {
    const idempotencyKey = newId();
    const input = { slug: 'add', input: { a: 1 }, idempotencyKey };
    const { executeTool } = await key.get(EXECUTE, { input });
    const other = await (await story.key({ role: 'member' })).run(EXECUTE, { input });
    expect(other.errors?.[0]?.extensions?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const seeing = await (await story.as('admin')).get(EXECUTE, { input });
    expect(seeing.executeTool.run.id).toBe(executeTool.run.id);
  });

  it('has the same answer when the tool was switched off since', async () => {
    const [word, admin] = [newId(), await story.as('admin')];
    const first = await withKey(word, word);
    const change = 'mutation($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }';
    await admin.get(change, { input: { slug: 'count', enabled: false } });
    expect(await withKey(word, word)).toEqual(first);
    await admin.get('mutation { resetToolOverride(input: { slug: "count" }) { tool { slug } } }');
    expect(worked.get(word)).toBe(1);
  });

  it('is not used up by arguments that are refused', async () => {
    const idempotencyKey = newId();
    await key.get(EXECUTE, { input: { slug: 'add', input: {}, idempotencyKey } });
    const { run } = await execute(key, 'add', { a: 1 }, { idempotencyKey });
    expect(run.status).toBe('SUCCESS');
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
  ])('that is %s is refused', async (_name, given) => {
    expect((await withKey(given, 'x')).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is free again after a day', async () => {
    const word = newId();
    await withKey(word, word);
    app.clock.advance(25 * 3_600_000);
    await withKey(word, word);
    expect(worked.get(word)).toBe(2);
  });
});

describe('a call that nobody waits for', () => {
  it('is answered at once and done by the worker', async () => {
    const { run } = await execute(key, 'count', { word: newId(), ms: 50 }, { mode: 'ASYNC' });
    expect(run).toMatchObject({ status: 'RUNNING', output: null });
    const ended = await until(
      () => runOf(key, run.id),
      ({ status }) => status !== 'RUNNING',
    );
    expect(ended).toMatchObject({ status: 'SUCCESS', output: { times: 1 } });
    const events = await eventsOf(key, run.sessionId, 3);
    expect(events.map((event) => event.type)).toEqual(['tool.queued', 'tool.started', 'tool.completed']);
    expect(events.map((event) => event.id === run.id)).toEqual([false, true, false]);
  });

  it('can be followed until it ends', async () => {
    const { run } = await execute(key, 'sleep', { ms: 100 }, { mode: 'ASYNC' });
    const stream = await key.follow('subscription($id: ID!) { toolRunChanged(id: $id) { status } }', { id: run.id });
    if (!stream.next) throw new Error('refused');
    const seen = [];
    for (let next = await stream.next(); next; next = await stream.next()) seen.push(next.toolRunChanged.status);
    expect(seen[0]).toBe('RUNNING');
    expect(seen.at(-1)).toBe('SUCCESS');
  });
});

describe('cancelling', () => {
  const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome run { status } } }';

  it('stops a run that works, and says so', async () => {
    const { run } = await execute(key, 'sleep', { ms: 900 }, { mode: 'ASYNC' });
    await until(
      async () => (await eventsOf(key, run.sessionId, 2)).at(-1).type,
      (type) => type === 'tool.started',
    );
    const { cancelToolRun } = await key.get(CANCEL, { id: run.id });
    expect(cancelToolRun).toEqual({ outcome: 'CANCELLED', run: { status: 'CANCELLED' } });
    await sleep(1_200);
    expect((await eventsOf(key, run.sessionId, 3)).map((event) => event.type)).toEqual([
      'tool.queued',
      'tool.started',
      'tool.cancelled',
    ]);
    expect(
      await app.database.system.sessionEvent.count({
        where: { type: 'tool.completed', toolSlug: 'sleep', sessionId: { not: undefined } },
      }),
    ).toBeGreaterThanOrEqual(0);
    expect((await key.get(CANCEL, { id: run.id })).cancelToolRun.outcome).toBe('ALREADY_ENDED');
  });

  it('wins or loses against the end of a run, never both', async () => {
    const ended = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { run } = await execute(key, 'count', { word: newId(), ms: 30 }, { mode: 'ASYNC' });
        await sleep(Math.random() * 60);
        const { outcome } = (await key.get(CANCEL, { id: run.id })).cancelToolRun;
        const final = await until(
          () => runOf(key, run.id),
          ({ status }) => status !== 'RUNNING',
        );
        return [outcome, final.status];
      }),
    );
    for (const [outcome, status] of ended) expect(status === 'CANCELLED').toBe(outcome === 'CANCELLED');
  });

  it('of what others run takes a right', async () => {
    const { run } = await execute(key, 'add', { a: 1 });
    expect(await member.code(CANCEL, { id: run.id })).toBe('NOT_FOUND');
    expect((await (await story.as('admin')).get(CANCEL, { id: run.id })).cancelToolRun.outcome).toBe('ALREADY_ENDED');
  });
});

describe('the list of runs', () => {
  const RUNS =
    'query($filter: ToolRunFilter) { toolRuns(filter: $filter) { totalCount edges { node { id toolSlug status output } } } }';

  it('shows everybody their own, and all to those with the right; trials stay out', async () => {
    const own = await tellStory(app);
    const [mine, theirs] = [await own.as('member'), await own.key({ role: 'member' })];
    await execute(mine, 'add', { a: 1 });
    await execute(theirs, 'fail', { how: 'throw' });
    await execute(theirs, 'add', { a: 5 }, { test: true });
    const list = async (client: Client, filter: object | null = null) =>
      (await client.get(RUNS, { filter })).toolRuns.edges.map(
        ({ node }: { node: { toolSlug: string } }) => node.toolSlug,
      );
    expect(await list(mine)).toEqual(['add']);
    expect(await list(theirs)).toEqual(['fail']);
    const viewer = await own.as('viewer');
    expect(await list(viewer)).toEqual(['fail', 'add']);
    expect(await list(viewer, { status: 'ERROR' })).toEqual(['fail']);
    expect(await list(viewer, { toolSlug: 'add' })).toEqual(['add']);
    expect(await list(viewer, { source: 'WEB' })).toEqual(['add']);
    expect(await list(viewer, { includeTests: true })).toEqual(['add', 'fail', 'add']);
  });
});
