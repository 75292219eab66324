import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#toolkit/event-log.ts';
import { durationOf, foldRun, isTerminal, type Run, toLegacyToolRun } from './run-fold.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
type Told = [type: string, payload?: unknown];

/** The events of one run, one a second. */
function tell(life: readonly Told[], more: Partial<StoredEvent> = {}): StoredEvent[] {
  return life.map(([type, payload = {}], index) => ({
    id: `event-${index}`,
    tenantId: 'tenant',
    sessionId: 'session',
    seq: index + 1,
    pos: BigInt(index + 1),
    type,
    toolSlug: 'add',
    runId: 'run',
    parentRunId: null,
    stepId: null,
    source: 'web',
    subSource: null,
    actorKind: 'user',
    actorId: 'person',
    actorLabel: 'Ann',
    workerId: 'worker',
    test: false,
    payload,
    createdAt: at(index),
    ...more,
  }));
}

const ASKED = { input: { a: 1 }, version: 3 };
const DENIED = { code: 'APPROVAL_DENIED', message: 'Not on a Friday.' };
const EXPIRED = { code: 'APPROVAL_EXPIRED', message: 'Nobody decided in time.' };
const BROKEN = { code: 'TOOL_FAILED', message: 'It broke.' };

type Stands = Pick<Run, 'status' | 'input' | 'output' | 'error' | 'streamed' | 'startedAt' | 'endedAt'>;
const stands = (now: Partial<Stands>): Stands => ({
  status: 'RUNNING',
  input: { a: 1 },
  output: null,
  error: null,
  streamed: '',
  startedAt: null,
  endedAt: null,
  ...now,
});

const LIVES: [name: string, life: Told[], Stands][] = [
  ['has started', [['tool.started', ASKED]], stands({ startedAt: at(0) })],
  [
    'was called and answered',
    [
      ['tool.started', ASKED],
      ['tool.completed', { output: { sum: 1 } }],
    ],
    stands({ status: 'SUCCESS', output: { sum: 1 }, startedAt: at(0), endedAt: at(1) }),
  ],
  [
    'called another tool on its way',
    [
      ['tool.started', ASKED],
      ['progress', { kind: 'tool_called', input: { query: 'x' } }],
      ['subagent.tool_called', { input: {} }],
    ],
    stands({ startedAt: at(0) }),
  ],
  ['waits in the queue', [['tool.queued', ASKED]], stands({})],
  [
    'waited in the queue and answered',
    [
      ['tool.queued', ASKED],
      ['tool.started', ASKED],
      ['tool.completed', { output: 0 }],
    ],
    stands({ status: 'SUCCESS', output: 0, startedAt: at(1), endedAt: at(2) }),
  ],
  ['waits for approval', [['tool.needs_approval', ASKED]], stands({ status: 'WAITING' })],
  [
    'was approved with other arguments',
    [
      ['tool.needs_approval', ASKED],
      ['user.tool_confirmation', { decision: 'approve' }],
      ['tool.approved', { input: { a: 2 } }],
      ['tool.started', { input: { a: 2 }, version: 3 }],
      ['tool.completed', { output: { sum: 2 } }],
    ],
    stands({ status: 'SUCCESS', input: { a: 2 }, output: { sum: 2 }, startedAt: at(3), endedAt: at(4) }),
  ],
  [
    'was approved and has not begun',
    [
      ['tool.needs_approval', ASKED],
      ['tool.approved', {}],
    ],
    stands({}),
  ],
  [
    'was denied',
    [
      ['tool.needs_approval', ASKED],
      ['tool.denied', { error: DENIED }],
    ],
    stands({ status: 'ERROR', error: DENIED, endedAt: at(1) }),
  ],
  [
    'nobody decided about',
    [
      ['tool.needs_approval', ASKED],
      ['tool.failed', { error: EXPIRED }],
    ],
    stands({ status: 'ERROR', error: EXPIRED, endedAt: at(1) }),
  ],
  [
    'was cancelled while it waited',
    [
      ['tool.needs_approval', ASKED],
      ['tool.cancelled', { by: 'user' }],
    ],
    stands({ status: 'CANCELLED', endedAt: at(1) }),
  ],
  [
    'was cancelled while it worked',
    [
      ['tool.started', ASKED],
      ['tool.cancelled', { by: 'user' }],
    ],
    stands({ status: 'CANCELLED', startedAt: at(0), endedAt: at(1) }),
  ],
  [
    'failed',
    [
      ['tool.started', ASKED],
      ['tool.failed', { error: BROKEN }],
    ],
    stands({ status: 'ERROR', error: BROKEN, startedAt: at(0), endedAt: at(1) }),
  ],
  [
    'wrote while it worked, and was taken over',
    [
      ['tool.started', ASKED],
      ['tool.output_appended', { text: 'one ' }],
      ['progress', { kind: 'tool_called' }],
      ['tool.resumed', {}],
      ['tool.output_appended', { text: 'two' }],
      ['tool.completed', { output: null }],
    ],
    stands({ status: 'SUCCESS', streamed: 'one two', startedAt: at(0), endedAt: at(5) }),
  ],
  [
    'tells things that are not known here',
    [
      ['tool.started', ASKED],
      ['tool.of_a_later_release', { text: 'x', output: 1, error: BROKEN }],
    ],
    stands({ startedAt: at(0) }),
  ],
];

describe('the events of a run add up', () => {
  it.each(LIVES)('when it %s', (_name, life, expected) => {
    expect(foldRun(tell(life))).toMatchObject(expected);
  });

  it('to nothing when there are none', () => {
    expect(foldRun([])).toBeNull();
  });

  it('to who called, from where, and as a part of what', () => {
    const [first, ...rest] = tell([['tool.queued', ASKED], ['tool.started', ASKED], ['tool.cancelled']], {
      source: 'agent',
      subSource: 'composition',
      parentRunId: 'parent',
      stepId: 'first',
      test: true,
    });
    const byOthers = rest.map((event) => ({ ...event, actorKind: 'system', actorId: null, actorLabel: 'Somebody' }));
    expect(foldRun([first!, ...byOthers])).toMatchObject({
      id: 'run',
      tenantId: 'tenant',
      sessionId: 'session',
      toolSlug: 'add',
      source: 'agent',
      subSource: 'composition',
      actorKind: 'user',
      actorId: 'person',
      actorLabel: 'Ann',
      parentRunId: 'parent',
      stepId: 'first',
      test: true,
      createdAt: at(0),
    });
  });

  it('to all names that were called sensitive while it ran', () => {
    const life: Told[] = [
      ['tool.queued', { ...ASKED, sensitive: ['a'] }],
      ['tool.started', { ...ASKED, sensitive: ['a', 'b'] }],
      ['tool.completed', { output: 1 }],
    ];
    expect(foldRun(tell(life))!.sensitive).toEqual(['a', 'b']);
  });

  it('without changing the events, and the same each time', () => {
    const events = tell(LIVES.at(-2)![1]);
    const before = structuredClone(events);
    expect(foldRun(events)).toEqual(foldRun(events));
    expect(events).toEqual(before);
  });

  it('to a time once it has worked and ended', () => {
    expect(durationOf(foldRun(tell([['tool.started'], ['tool.completed']]))!)).toBe(1_000);
    expect(durationOf(foldRun(tell([['tool.started']]))!)).toBeNull();
    expect(durationOf(foldRun(tell([['tool.queued'], ['tool.cancelled']]))!)).toBeNull();
  });
});

it('four events end a run', () => {
  const types = [...new Set(LIVES.flatMap(([, life]) => life.map(([type]) => type)))];
  expect(types.filter(isTerminal).toSorted()).toEqual([
    'tool.cancelled',
    'tool.completed',
    'tool.denied',
    'tool.failed',
  ]);
});

describe('the run that callers of the first releases knew', () => {
  const legacy = (life: Told[], more?: Partial<StoredEvent>) => toLegacyToolRun(foldRun(tell(life, more))!);

  it('folds a start and an end into one', () => {
    const life: Told[] = [
      ['tool.started', ASKED],
      ['tool.completed', { output: { sum: 1 } }],
    ];
    expect(legacy(life)).toEqual({
      id: 'run',
      tenant_id: 'tenant',
      tool_slug: 'add',
      user_id: 'person',
      input: { a: 1 },
      output: { sum: 1 },
      status: 'success',
      error: null,
      duration_ms: 1_000,
      source: 'web',
      chat_id: null,
      session_id: 'session',
    });
  });

  it.each<[string, Told, string]>([
    ['failed', ['tool.failed', { error: BROKEN }], 'It broke.'],
    ['failed without a word', ['tool.failed', {}], 'The run failed.'],
    ['was cancelled', ['tool.cancelled', {}], 'The run was cancelled.'],
  ])('is an error when it %s', (_name, end, error) => {
    expect(legacy([['tool.started', ASKED], end])).toMatchObject({ status: 'error', output: null, error });
  });

  it('is an error without a duration when it was denied', () => {
    const denied = legacy([
      ['tool.needs_approval', ASKED],
      ['tool.denied', { error: DENIED }],
    ]);
    expect(denied).toMatchObject({ status: 'error', error: 'Not on a Friday.', duration_ms: 0 });
  });

  it.each<[string, Told]>([
    ['works', ['tool.started', ASKED]],
    ['waits', ['tool.needs_approval', ASKED]],
  ])('is not there while it %s', (_name, told) => {
    expect(legacy([told])).toBeNull();
  });

  it('has a user only when a person called', () => {
    const byKey = legacy([['tool.started', ASKED], ['tool.completed']], { actorKind: 'apiKey', source: 'api' });
    expect(byKey).toMatchObject({ user_id: null, source: 'api' });
  });
});
