import { describe, expect, it } from 'vitest';
import { describeEntry } from './describe-entry.ts';
import { countStepNews, type RunEvent, stepsOf, textOf, toTimeline } from './run-events.ts';

let seq = 0;
function event(type: string, more: Partial<RunEvent> = {}): RunEvent {
  seq += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString();
  return { id: `event-${seq}`, seq, type, runId: 'own', toolSlug: 'chain', payload: {}, createdAt, ...more };
}
const wrote = (text: string, runId = 'own') => event('tool.output_appended', { payload: { text }, runId });
const ofStep = (type: string, runId: string, parentRunId: string | null = 'own', payload: unknown = {}) =>
  event(type, { runId, parentRunId, toolSlug: `tool-${runId}`, subSource: 'composition', payload });

describe('the events of a run', () => {
  it('add up to what it wrote, without what others in the session wrote', () => {
    expect(textOf([wrote('Hel'), wrote('never mind', 'other'), wrote('lo')], 'own')).toBe('Hello');
  });

  it('survive a piece that holds no text', () => {
    expect(textOf([event('tool.output_appended', { payload: null }), wrote('a')], 'own')).toBe('a');
  });

  it('tell the steps it takes and where each stands, and nothing of other runs in the session', () => {
    const events = [
      event('tool.started'),
      ofStep('tool.started', 'first'),
      ofStep('tool.completed', 'first'),
      event('tool.started', { runId: 'stranger' }),
      ofStep('tool.started', 'second'),
    ];
    expect(stepsOf(events, 'own')).toEqual([
      { runId: 'first', toolSlug: 'tool-first', state: 'done' },
      { runId: 'second', toolSlug: 'tool-second', state: 'running' },
    ]);
  });

  it('tell of a step that waits that it waits, until it is decided about', () => {
    const asked = [ofStep('tool.needs_approval', 'pay')];
    const stateOf = (events: RunEvent[]) => stepsOf(events, 'own').map(({ state }) => state);
    expect(stateOf(asked)).toEqual(['waiting']);
    const question = ofStep('approval.question', 'pay', null);
    expect(stateOf([...asked, question])).toEqual(['waiting']);
    expect(stateOf([...asked, ofStep('tool.approved', 'pay', null)])).toEqual(['running']);
    expect(stateOf([...asked, ofStep('tool.denied', 'pay', null)])).toEqual(['denied']);
    const tooLate = { error: { code: 'APPROVAL_EXPIRED', message: 'Nobody decided.' } };
    expect(stateOf([...asked, ofStep('tool.failed', 'pay', null, tooLate)])).toEqual(['expired']);
  });

  it('tell the steps of a step only as that step, which waits with the one that waits', () => {
    const inner = [ofStep('tool.started', 'inner'), ofStep('tool.needs_approval', 'pay', 'inner')];
    const paused = [...inner, ofStep('tool.paused', 'inner')];
    expect(stepsOf(paused, 'own')).toEqual([{ runId: 'inner', toolSlug: 'tool-inner', state: 'waiting' }]);
    const on = [...paused, ofStep('tool.completed', 'pay', 'inner'), ofStep('tool.resumed', 'inner')];
    expect(stepsOf(on, 'own')).toMatchObject([{ runId: 'inner', state: 'running' }]);
  });

  it('are news of its steps at every depth, but not what they write or what others do', () => {
    const events = [event('tool.started'), ofStep('tool.started', 'inner'), ofStep('tool.started', 'deep', 'inner')];
    const others = [wrote('a', 'inner'), event('tool.started', { runId: 'stranger' })];
    expect(countStepNews([...events, ...others, ofStep('tool.paused', 'inner')], 'own')).toBe(3);
  });

  it('make a timeline in which output that came in pieces is one entry until something else happens', () => {
    const events = [
      event('tool.started'),
      wrote('a'),
      wrote('b'),
      event('progress'),
      wrote('c'),
      event('tool.completed'),
    ];
    const entries = toTimeline([...events, event('tool.started', { runId: 'other' })], 'own');
    expect(entries.map(describeEntry)).toEqual(['Started', 'Output in 2 pieces', 'Progress', 'Output', 'Completed']);
    expect(entries[1]?.payload).toEqual({ text: 'ab' });
  });
});
