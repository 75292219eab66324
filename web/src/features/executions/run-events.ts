import { isRecord } from '#ui/schema-form/field-definition.ts';

/** What a page needs of an event of the log. */
export type RunEvent = {
  id: string;
  seq: number;
  type: string;
  toolSlug?: string | null;
  runId?: string | null;
  subSource?: string | null;
  payload: unknown;
  createdAt: string;
};

const stepEnds = new Map<string, 'done' | 'failed' | 'cancelled'>([
  ['tool.completed', 'done'],
  ['tool.failed', 'failed'],
  ['tool.denied', 'failed'],
  ['tool.cancelled', 'cancelled'],
]);

/** Nothing of the run comes after it. */
export function isEnd(type: string): boolean {
  return stepEnds.has(type);
}

function textIn({ type, payload }: RunEvent): string {
  const text = type === 'tool.output_appended' && isRecord(payload) ? payload.text : undefined;
  return typeof text === 'string' ? text : '';
}

/** What the run has written so far. */
export function textOf(events: readonly RunEvent[], runId: string): string {
  return events
    .filter((event) => event.runId === runId)
    .map(textIn)
    .join('');
}

/** Told in two ways, the text that has come further is the truer one. */
export function longerOf(one: string, other: string): string {
  return one.length > other.length ? one : other;
}

export type RunStep = { runId: string; toolSlug: string; state: 'running' | 'done' | 'failed' | 'cancelled' };

/** The calls that the run makes itself, in the order they began. */
export function stepsOf(events: readonly RunEvent[], runId: string): RunStep[] {
  const steps = new Map<string, RunStep>();
  for (const event of events) {
    if (!event.runId || event.runId === runId || event.subSource !== 'composition') continue;
    const known = steps.get(event.runId) ?? { runId: event.runId, toolSlug: event.toolSlug ?? '', state: 'running' };
    steps.set(event.runId, { ...known, state: stepEnds.get(event.type) ?? known.state });
  }
  return [...steps.values()];
}

export type TimelineEntry = { id: string; type: string; at: string; pieces: number; payload: unknown };

/** The events of one run; output that came piece by piece is one entry until something else happens. */
export function toTimeline(events: readonly RunEvent[], runId: string): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const event of events.filter((one) => one.runId === runId)) {
    const last = entries.at(-1);
    if (event.type === 'tool.output_appended' && last?.type === event.type) {
      const before = isRecord(last.payload) ? String(last.payload.text ?? '') : '';
      last.pieces += 1;
      last.payload = { text: before + textIn(event) };
    } else {
      entries.push({ id: event.id, type: event.type, at: event.createdAt, pieces: 1, payload: event.payload });
    }
  }
  return entries;
}
