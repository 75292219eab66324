import { newId } from '#platform/ids.ts';
import type { Append, EventType, NewEvent } from '#toolkit/event-log.ts';
import type { App } from '../../src/app.ts';

const PERSON = { kind: 'user', id: newId(), label: 'ada@golden.test' };
const KEY = { kind: 'apiKey', id: newId(), label: 'key Golden' };
const APPROVER = { kind: 'user', id: newId(), label: 'grace@golden.test' };
const [FIRST, SECOND] = [newId(), newId()];

type Step = [type: EventType, payload: object, more?: Partial<NewEvent> & { actor?: typeof KEY }];

/** Runs of every kind and with every way to end, with all events that this release writes. */
const LIVES: { tool: string; from: Append['from']; test?: boolean; steps: Step[] }[] = [
  {
    tool: 'add',
    from: { source: 'api' },
    steps: [
      ['tool.started', { input: { a: 2, b: null, 'é\n': [1e300, 0.1, '\u2028'] }, version: 0 }],
      ['tool.completed', { output: { sum: 2 } }],
    ],
  },
  {
    tool: 'talk',
    from: { source: 'web' },
    steps: [
      ['tool.queued', { input: { words: ['a', 'b'] }, version: 3 }, { workerId: undefined }],
      ['tool.started', { input: { words: ['a', 'b'] }, version: 3 }],
      ['tool.output_appended', { text: 'a' }],
      ['progress', { kind: 'tool_called', toolCallId: 'c1', slug: 'search', input: { query: 'x' } }],
      ['progress', { kind: 'tool_returned', toolCallId: 'c1', slug: 'search', output: { hits: 1 } }],
      ['subagent.started', { id: 's1', name: 'reader' }],
      ['subagent.tool_called', { id: 's1', slug: 'open', input: {} }],
      ['subagent.tool_returned', { id: 's1', slug: 'open', output: null }],
      ['subagent.ended', { id: 's1', output: 'read' }],
      ['tool.output_appended', { text: 'b' }],
      ['tool.completed', { output: { count: 2 } }],
    ],
  },
  {
    tool: 'private',
    from: { source: 'agent', subSource: 'mcp' },
    steps: [
      [
        'tool.needs_approval',
        { input: { password: 'hidden', note: 'a' }, version: 1, approvalId: 'x', why: 'It asks.' },
      ],
      ['approval.question', { text: 'What for?' }, { actor: APPROVER, workerId: undefined }],
      ['approval.answer', { text: 'To look.' }, { workerId: undefined }],
      ['approval.reminded', {}, { workerId: undefined }],
      [
        'tool.approved',
        { approvalId: 'x', decidedBy: APPROVER.label, reason: null, input: { password: 'other', note: 'b' } },
        { actor: APPROVER, workerId: undefined },
      ],
      ['tool.started', { input: { password: 'other', note: 'b' }, version: 1 }],
      ['tool.completed', { output: { token: 'hidden', note: 'b' } }],
    ],
  },
  {
    tool: 'wipe',
    from: { source: 'agent' },
    steps: [
      ['tool.needs_approval', { input: { all: true }, version: 1, approvalId: 'y', why: 'It asks.' }],
      [
        'tool.denied',
        { approvalId: 'y', error: { code: 'APPROVAL_DENIED', message: 'No.' } },
        { actor: APPROVER, workerId: undefined },
      ],
    ],
  },
  {
    tool: 'chain',
    from: { source: 'api', subSource: 'schedule' },
    steps: [
      ['tool.started', { input: {}, version: 2 }],
      ['tool.paused', {}],
      ['tool.resumed', {}, { workerId: SECOND }],
      ['tool.resumed', {}, { fromWorkerId: SECOND }],
      ['tool.failed', { error: { code: 'TIMEOUT', message: 'It took too long.', retryable: true } }],
    ],
  },
  {
    tool: 'sleep',
    from: { source: 'web' },
    test: true,
    steps: [
      ['tool.started', { input: { ms: 1 }, version: 0 }],
      ['tool.cancelled', { by: 'user', cancelledBy: PERSON.label }, { workerId: undefined }],
    ],
  },
];

/** Writes all of it into the log of a tenant, in one session and one beside it. */
export async function liveGolden({ events }: App, tenantId: string, at: Date): Promise<void> {
  const [sessionId, asideId] = [newId(), newId()];
  let ms = 0;
  const append = async (given: Pick<Append, 'sessionId' | 'actor' | 'events'> & Partial<Append>) => {
    ms += 125;
    const opens = { kind: 'tool', title: 'Golden' };
    const { accepted } = await events.append({ tenantId, opens, at: new Date(at.getTime() + ms), ...given });
    if (!accepted) throw new Error(`Refused: ${JSON.stringify(given)}`);
  };
  for (const { tool, from, test, steps } of LIVES) {
    const runId = newId();
    const sensitive = tool === 'private' ? { sensitive: ['password', 'token'] } : {};
    for (const [type, payload, { actor, ...more } = {}] of steps) {
      const event = {
        id: type === 'tool.started' ? runId : newId(),
        type,
        runId,
        toolSlug: tool,
        payload: actor ? payload : { ...payload, ...sensitive },
        workerId: FIRST,
        ...(tool === 'chain' && { stepId: 'one', parentRunId: sessionId }),
        ...more,
      };
      await append({ sessionId, actor: actor ?? (from?.source === 'web' ? PERSON : KEY), from, test, events: [event] });
    }
  }
  const decision = { approvalId: 'x', decidedBy: APPROVER.label, decision: 'APPROVED', edited: true };
  await append({ sessionId, actor: APPROVER, events: [{ type: 'user.tool_confirmation', payload: decision }] });
  const refusal = { input: { password: 'p', note: 'n' }, version: 1, reason: 'Not now.', rule: 'Never', ruleId: 'y' };
  const refused = {
    type: 'tool.refused',
    toolSlug: 'private',
    payload: { ...refusal, sensitive: ['password'] },
  } as const;
  await append({ sessionId, actor: KEY, from: { source: 'api' }, events: [refused] });
  const waiting = { parentSessionId: sessionId, approvalId: 'x', taskId: 'z' };
  await append({ sessionId: asideId, actor: APPROVER, events: [{ type: 'session.waiting_human', payload: waiting }] });
  for (const end of ['completed', 'cancelled'] as const)
    await append({
      sessionId: asideId,
      actor: APPROVER,
      events: [{ type: `session.${end}`, payload: { by: APPROVER.label } }],
    });
}
