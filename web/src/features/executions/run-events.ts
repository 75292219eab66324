import { isRecord } from '#ui/schema-form/field-definition.ts';

/** What a page needs of an event of the log. */
export type RunEvent = {
  id: string;
  seq: number;
  type: string;
  toolSlug?: string | null;
  runId?: string | null;
  parentRunId?: string | null;
  subSource?: string | null;
  payload: unknown;
  createdAt: string;
};

const ends = new Map<string, StepState>([
  ['tool.completed', 'done'],
  ['tool.failed', 'failed'],
  ['tool.denied', 'denied'],
  ['tool.cancelled', 'cancelled'],
]);

const states = new Map<string, StepState>([
  ['tool.needs_approval', 'waiting'],
  ['tool.paused', 'waiting'],
  ['tool.queued', 'running'],
  ['tool.approved', 'running'],
  ['tool.started', 'running'],
  ['tool.resumed', 'running'],
  ...ends,
]);

/** Nothing of the run comes after it. */
export function isEnd(type: string): boolean {
  return ends.has(type);
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

export type StepState = 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'expired' | 'cancelled';

export type RunStep = { runId: string; toolSlug: string; state: StepState };

/** The calls that the run makes itself, in the order they began; what those call in turn is theirs. */
export function stepsOf(events: readonly RunEvent[], runId: string): RunStep[] {
  const steps = new Map<string, RunStep>();
  for (const event of events) {
    if (!event.runId) continue;
    // Only what the step itself writes names its parent, the decision about it does not.
    const begun = event.parentRunId === runId && { runId: event.runId, toolSlug: event.toolSlug ?? '' };
    const step = steps.get(event.runId) ?? (begun && { ...begun, state: 'running' });
    if (step) steps.set(event.runId, { ...step, state: stateAfter(event) ?? step.state });
  }
  return [...steps.values()];
}

function stateAfter({ type, payload }: RunEvent): StepState | undefined {
  const error = isRecord(payload) ? payload.error : undefined;
  return isRecord(error) && error.code === 'APPROVAL_EXPIRED' ? 'expired' : states.get(type);
}

/** Grows whenever a step gets on, however deep below the run. */
export function countStepNews(events: readonly RunEvent[], runId: string): number {
  return events.filter((event) => event.runId !== runId && event.subSource === 'composition' && states.has(event.type))
    .length;
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
