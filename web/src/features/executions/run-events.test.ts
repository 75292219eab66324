import { describe, expect, it } from 'vitest';
import { describeEntry } from './describe-entry.ts';
import { type RunEvent, stepsOf, textOf, toTimeline } from './run-events.ts';

let seq = 0;
function event(type: string, more: Partial<RunEvent> = {}): RunEvent {
  seq += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString();
  return { id: `event-${seq}`, seq, type, runId: 'own', toolSlug: 'chain', payload: {}, createdAt, ...more };
}
const wrote = (text: string, runId = 'own') => event('tool.output_appended', { payload: { text }, runId });
const ofStep = (type: string, runId: string) =>
  event(type, { runId, toolSlug: `tool-${runId}`, subSource: 'composition' });

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
