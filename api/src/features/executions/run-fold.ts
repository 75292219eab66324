import type { StoredEvent } from '#toolkit/event-log.ts';
import type { RunError } from '#toolkit/tool-result.ts';

export type RunStatus = 'RUNNING' | 'WAITING' | 'SUCCESS' | 'ERROR' | 'CANCELLED';

/** One call of one tool: what its events add up to. */
export type Run = {
  id: string;
  tenantId: string;
  sessionId: string;
  toolSlug: string;
  status: RunStatus;
  /** The arguments in force. */
  input: unknown;
  output: unknown;
  error: RunError | null;
  /** What it wrote while it ran. */
  streamed: string;
  source: 'web' | 'agent' | 'api';
  subSource: string | null;
  actorKind: string;
  actorId: string | null;
  actorLabel: string;
  parentRunId: string | null;
  stepId: string | null;
  test: boolean;
  /** The names of fields that its tool called sensitive. */
  sensitive: readonly string[];
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
};

type Payload = { input?: unknown; output?: unknown; error?: RunError; text?: string; sensitive?: readonly string[] };

const STATUS: Record<string, RunStatus> = {
  'tool.queued': 'RUNNING',
  'tool.needs_approval': 'WAITING',
  'tool.approved': 'RUNNING',
  'tool.started': 'RUNNING',
  'tool.resumed': 'RUNNING',
  'tool.paused': 'WAITING',
  'tool.completed': 'SUCCESS',
  'tool.failed': 'ERROR',
  'tool.denied': 'ERROR',
  'tool.cancelled': 'CANCELLED',
};

export const isTerminal = (type: string): boolean => ['SUCCESS', 'ERROR', 'CANCELLED'].includes(STATUS[type] ?? '');

function begin(event: StoredEvent): Run {
  return {
    id: event.runId!,
    tenantId: event.tenantId,
    sessionId: event.sessionId,
    toolSlug: event.toolSlug!,
    status: 'RUNNING',
    input: null,
    output: null,
    error: null,
    streamed: '',
    source: event.source as Run['source'],
    subSource: event.subSource,
    actorKind: event.actorKind,
    actorId: event.actorId,
    actorLabel: event.actorLabel,
    parentRunId: event.parentRunId,
    stepId: event.stepId,
    test: event.test,
    sensitive: [],
    createdAt: event.createdAt,
    startedAt: null,
    endedAt: null,
  };
}

export function step(run: Run, event: StoredEvent): Run {
  const { input, output, error, text, sensitive } = (event.payload ?? {}) as Payload;
  const status = STATUS[event.type];
  const next = { ...run, status: status ?? run.status };
  if (sensitive) next.sensitive = [...new Set([...run.sensitive, ...sensitive])];
  // News of what a tool calls on its way has an input too, which is not that of the run.
  if (status && input !== undefined) next.input = input;
  if (event.type === 'tool.output_appended') next.streamed = run.streamed + (text ?? '');
  if (event.type === 'tool.started') next.startedAt = event.createdAt;
  if (event.type === 'tool.completed') next.output = output ?? null;
  if (event.type === 'tool.failed' || event.type === 'tool.denied') next.error = error ?? null;
  if (isTerminal(event.type)) next.endedAt = event.createdAt;
  return next;
}

/** The run behind these events of its own, in their order; nothing when there are none. */
export function foldRun(events: readonly StoredEvent[]): Run | null {
  const [first] = events;
  return first ? events.reduce(step, begin(first)) : null;
}

export function durationOf({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>): number | null {
  return startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : null;
}

/** The shape that callers of the first releases knew: one finished run, success or error. */
export function toLegacyToolRun(run: Run) {
  const isOver = run.status !== 'RUNNING' && run.status !== 'WAITING';
  if (!isOver) return null;
  const failed = { CANCELLED: 'The run was cancelled.', ERROR: run.error?.message ?? 'The run failed.' } as const;
  return {
    id: run.id,
    tenant_id: run.tenantId,
    tool_slug: run.toolSlug,
    user_id: run.actorKind === 'user' ? run.actorId : null,
    input: run.input,
    output: run.output,
    status: run.status === 'SUCCESS' ? 'success' : 'error',
    error: run.status === 'SUCCESS' ? null : failed[run.status as 'CANCELLED' | 'ERROR'],
    duration_ms: durationOf(run) ?? 0,
    source: run.source,
    chat_id: null,
    session_id: run.sessionId,
  } as const;
}
