import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunHead } from '#generated/prisma/client.ts';
import { newId } from '#platform/ids.ts';
import type { EventType, StoredEvent } from '#toolkit/event-log.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { foldRun } from './run-fold.ts';
import { viewOfHead, viewOfRun } from './run-view.ts';

const SOAKS = process.env.SOAK !== undefined;
/** Each tries some 140 commands. */
const ROUNDS = SOAKS ? 800 : 30;
const RACES = SOAKS ? 10_000 : 300;

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
});
afterAll(() => app.close());

type State = 'none' | 'queued' | 'waiting' | 'approved' | 'running' | 'paused' | 'ended';
type Command = { type: string; worker: number; from?: number };
type Model = { state: State; worker: number };

/** The published life of a run: what may follow where, and where it leads. `owned` takes the process that runs it. */
const LIFE: Record<State, { open?: Record<string, State>; owned?: Record<string, State> }> = {
  none: { open: { 'tool.queued': 'queued', 'tool.needs_approval': 'waiting', 'tool.started': 'running' } },
  queued: {
    open: { 'tool.started': 'running', 'tool.failed': 'ended', 'tool.cancelled': 'ended', progress: 'queued' },
  },
  waiting: {
    open: {
      'tool.approved': 'approved',
      'tool.denied': 'ended',
      'tool.failed': 'ended',
      'tool.cancelled': 'ended',
      progress: 'waiting',
    },
  },
  approved: {
    open: { 'tool.started': 'running', 'tool.failed': 'ended', 'tool.cancelled': 'ended', progress: 'approved' },
  },
  running: {
    open: { 'tool.cancelled': 'ended' },
    owned: {
      progress: 'running',
      'tool.paused': 'paused',
      'tool.output_appended': 'running',
      'tool.resumed': 'running',
      'tool.completed': 'ended',
      'tool.failed': 'ended',
    },
  },
  paused: {
    open: { 'tool.resumed': 'running', 'tool.failed': 'ended', 'tool.cancelled': 'ended', progress: 'paused' },
  },
  ended: {},
};

function follow({ state, worker }: Model, command: Command): Model | null {
  const isOwner = (command.from ?? command.worker) === worker;
  const { open = {}, owned = {} } = LIFE[state];
  const next = open[command.type] ?? (isOwner ? owned[command.type] : undefined);
  return next ? { state: next, worker: command.worker } : null;
}

const TYPES = [...new Set(Object.values(LIFE).flatMap(({ open, owned }) => Object.keys({ ...open, ...owned })))];
const WORKERS = Array.from({ length: 3 }, newId);
const worker = fc.nat(WORKERS.length - 1);
const command = fc.record<Command>(
  // Beginnings and work more often than ends, for lives that last.
  {
    type: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'tool.queued',
          'tool.needs_approval',
          'tool.approved',
          'tool.started',
          'tool.output_appended',
          'tool.resumed',
        ),
      },
    ),
    worker,
    from: worker,
  },
  { requiredKeys: ['type', 'worker'] },
);
const one = command.map((only) => [only]);
const several = fc.array(command, { minLength: 1, maxLength: 3 });
const livesOf = (calls: fc.Arbitrary<Command[]>) =>
  fc.array(fc.array(calls, { minLength: 2, maxLength: 14 }), { minLength: 8, maxLength: 28 });

const ERROR = { code: 'BROKEN', message: 'It broke.' };
const actor = { kind: 'system', id: null, label: 'test' };

function send(sessionId: string, runId: string, ...commands: Command[]) {
  return app.events.append({
    tenantId: story.tenant.id,
    sessionId,
    opens: { kind: 'tool', title: 'Lives' },
    actor,
    from: { source: 'api' },
    events: commands.map(({ type, worker: by, from }) => ({
      type: type as EventType,
      runId,
      toolSlug: 'life',
      payload: { input: { type }, text: 'x', error: ERROR },
      workerId: WORKERS[by],
      fromWorkerId: from === undefined ? undefined : WORKERS[from],
    })),
  });
}

/** Where a run stands after these, or nothing if one of them may not follow. */
function followAll(model: Model, commands: readonly Command[]): Model | null {
  let now: Model = model;
  for (const given of commands) {
    const next = follow(now, given);
    if (!next) return null;
    const isTaken = given.type !== 'progress' && given.type !== 'tool.output_appended';
    now = { state: next.state, worker: isTaken ? next.worker : now.worker };
  }
  return now;
}

/** Sends calls one after another and tells what was taken; whether each should have been is decided by the model. */
async function live(sessionId: string, runId: string, calls: readonly (readonly Command[])[]): Promise<string[]> {
  let model: Model = { state: 'none', worker: -1 };
  const taken: string[] = [];
  for (const commands of calls) {
    const next = followAll(model, commands);
    const { accepted } = await send(sessionId, runId, ...commands);
    expect({ commands, model, accepted }).toEqual({ commands, model, accepted: next !== null });
    if (!next) continue;
    taken.push(...commands.map(({ type }) => type));
    model = next;
  }
  return taken;
}

/** So many times, some of them side by side. */
async function many(times: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: 20 }, lane));
}

const ENDS = ['tool.completed', 'tool.failed', 'tool.denied', 'tool.cancelled'];

async function readEvents(where: object): Promise<Map<string, StoredEvent[]>> {
  const events = await app.database.system.sessionEvent.findMany({
    where,
    orderBy: { pos: 'asc' },
    omit: { hash: true },
  });
  return Map.groupBy(events as StoredEvent[], (event) => event.runId!);
}

const STATE_AFTER: Record<string, State> = {
  'tool.queued': 'queued',
  'tool.needs_approval': 'waiting',
  'tool.approved': 'approved',
  'tool.started': 'running',
  'tool.resumed': 'running',
  'tool.paused': 'paused',
  ...Object.fromEntries(ENDS.map((type) => [type, 'ended'])),
};
const OUTCOME: Record<string, string> = {
  'tool.completed': 'success',
  'tool.failed': 'error',
  'tool.denied': 'error',
  'tool.cancelled': 'cancelled',
};

/** A row of `run_heads` as it follows from the log and from nothing else. */
function headOf(events: StoredEvent[]): RunHead {
  const steps = events.filter((event) => STATE_AFTER[event.type]);
  const last = steps.at(-1)!;
  const { input: _i, output: _o, error, streamed: _s, status: _st, sensitive: _h, ...run } = foldRun(events)!;
  return {
    ...run,
    state: STATE_AFTER[last.type]!,
    outcome: OUTCOME[last.type] ?? null,
    errorCode: error?.code ?? null,
    workerId: last.workerId,
  };
}

describe('a run', () => {
  it.each([
    ['one by one', one],
    ['several in one call', several],
  ])(
    'lives by the published rules, whatever is tried, %s',
    async (_name, calls) => {
      let tried = 0;
      await fc.assert(
        fc.asyncProperty(livesOf(calls), async (given) => {
          const sessions = Array.from({ length: 3 }, newId);
          const runs = given.map(() => newId());
          const taken = await Promise.all(given.map((life, at) => live(sessions[at % 3]!, runs[at]!, life)));
          const stored = await readEvents({ sessionId: { in: sessions } });
          for (const [at, runId] of runs.entries()) {
            const types = (stored.get(runId) ?? []).map((event) => event.type);
            expect(types).toEqual(taken[at]);
            expect(types.slice(0, -1).filter((type) => ENDS.includes(type))).toEqual([]);
          }
          tried += given.flat(2).length;
        }),
        { numRuns: ROUNDS },
      );
      expect(tried).toBeGreaterThan(ROUNDS * 50);
    },
    60_000 + ROUNDS * 1_000,
  );

  it.each([
    ['cancel and complete', ['tool.started'], ['tool.cancelled', 'tool.completed']],
    ['cancel, complete and fail', ['tool.queued', 'tool.started'], ['tool.cancelled', 'tool.completed', 'tool.failed']],
    ['deny and cancel', ['tool.needs_approval'], ['tool.denied', 'tool.cancelled']],
    ['deny and expire', ['tool.needs_approval'], ['tool.denied', 'tool.failed']],
  ])(
    'ends once when %s race, and each is told whether it won',
    async (_name, before, racing) => {
      await many(RACES, async () => {
        const [sessionId, runId] = [newId(), newId()];
        for (const type of before) await send(sessionId, runId, { type, worker: 0 });
        const shuffled = racing.toSorted(() => Math.random() - 0.5);
        const answers = await Promise.all(shuffled.map((type) => send(sessionId, runId, { type, worker: 0 })));
        const won = shuffled.filter((_type, at) => answers[at]!.accepted);
        const events = (await readEvents({ sessionId })).get(runId)!;
        expect(events.map((event) => event.type)).toEqual([...before, ...won]);
        expect(won).toHaveLength(1);
      });
    },
    30_000 + RACES * 50,
  );

  it.each(['tool.cancelled', 'tool.failed'])(
    'is approved or %s first, never unclear',
    async (end) => {
      await many(RACES, async () => {
        const [sessionId, runId] = [newId(), newId()];
        await send(sessionId, runId, { type: 'tool.needs_approval', worker: 0 });
        const [approved, ended] = await Promise.all([
          send(sessionId, runId, { type: 'tool.approved', worker: 1 }),
          send(sessionId, runId, { type: end, worker: 2 }),
        ]);
        // What is approved may still end before it starts; what has ended is never approved.
        expect(ended!.accepted).toBe(true);
        const types = (await readEvents({ sessionId })).get(runId)!.map((event) => event.type);
        expect(types).toEqual(
          approved!.accepted ? ['tool.needs_approval', 'tool.approved', end] : ['tool.needs_approval', end],
        );
        expect((await send(sessionId, runId, { type: 'tool.started', worker: 1 })).accepted).toBe(false);
      });
    },
    30_000 + RACES * 50,
  );

  it('is started once by many who try', async () => {
    const [sessionId, runId] = [newId(), newId()];
    await send(sessionId, runId, { type: 'tool.queued', worker: 0 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => send(sessionId, runId, { type: 'tool.started', worker: at % 3 })),
    );
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1);
  });

  it('is taken over once, and then the process that had it is not heard any more', async () => {
    const [sessionId, runId] = [newId(), newId()];
    await send(sessionId, runId, { type: 'tool.started', worker: 0 });
    const heirs = await Promise.all(
      [1, 2].map((heir) => send(sessionId, runId, { type: 'tool.resumed', worker: heir, from: 0 })),
    );
    const won = heirs.findIndex(({ accepted }) => accepted) + 1;
    expect(heirs.filter(({ accepted }) => accepted)).toHaveLength(1);
    for (const type of ['tool.output_appended', 'tool.completed', 'tool.failed', 'tool.resumed']) {
      expect(await send(sessionId, runId, { type, worker: 0 })).toMatchObject({ accepted: false, state: 'running' });
    }
    expect((await send(sessionId, runId, { type: 'tool.completed', worker: won })).accepted).toBe(true);
  });
});

describe('after all that', () => {
  it('the table of runs is what the log adds up to, in every column', async () => {
    const [heads, byRun] = await Promise.all([
      app.database.system.runHead.findMany({ where: { tenantId: story.tenant.id } }),
      readEvents({ tenantId: story.tenant.id }),
    ]);
    expect(heads.length).toBeGreaterThan(200);
    expect(new Set(heads.map(({ id }) => id))).toEqual(new Set(byRun.keys()));
    for (const head of heads) {
      const events = byRun.get(head.id)!;
      expect(head).toEqual(headOf(events));
      expect(viewOfHead(head)).toEqual({ ...viewOfRun(foldRun(events)!), whole: undefined });
    }
  });

  it('every session is whole', async () => {
    const sessions = await app.database.system.session.findMany({
      where: { tenantId: story.tenant.id },
      take: 200,
      orderBy: { id: 'asc' },
    });
    for (const { id, lastSeq } of sessions) {
      expect(await app.events.verify(story.tenant.id, id)).toEqual({ intact: true, events: lastSeq, brokenSeq: null });
    }
  });
});
