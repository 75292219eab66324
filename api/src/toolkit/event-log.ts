/** Who an event is about: the caller, not the process. */
export type EventActor = { kind: string; id: string | null; label: string };

/** Where calls come from: roughly, and then more exactly. */
export const SOURCES = ['web', 'agent', 'api', 'mcp', 'schedule', 'composition', 'embed'] as const;

/** Where a call came from; finer ones (`mcp`, `composition`, …) stand beside it. */
export type EventSource = { source: 'web' | 'agent' | 'api'; subSource?: string | null };

/** Everything that can happen. A feature that has more to tell adds it here, so that whoever follows can ask for it. */
export const EVENT_TYPES = [
  'tool.queued',
  'tool.needs_approval',
  'tool.approved',
  'tool.denied',
  'tool.refused',
  'tool.started',
  'tool.resumed',
  'tool.paused',
  'tool.output_appended',
  'tool.completed',
  'tool.failed',
  'tool.cancelled',
  'progress',
  'subagent.started',
  'subagent.tool_called',
  'subagent.tool_returned',
  'subagent.ended',
  'user.tool_confirmation',
  'session.waiting_human',
  'session.completed',
  'session.cancelled',
  'approval.reminded',
  'approval.question',
  'approval.answer',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** One thing that happened, before it has a number. */
export type NewEvent = {
  id?: string;
  type: EventType;
  payload: unknown;
  /** When it happened, if not with the others. */
  at?: Date;
  toolSlug?: string | null;
  runId?: string | null;
  parentRunId?: string | null;
  stepId?: string | null;
  /** The process that does the work. */
  workerId?: string | null;
  /** The process that did it until now, when another one takes over or ends it. */
  fromWorkerId?: string | null;
};

/** A few events of one session that are accepted together or not at all. */
export type Append = {
  tenantId: string;
  sessionId: string;
  /** Given when the session begins with these events. */
  opens?: { kind: string; title: string; parentId?: string } | null;
  actor: EventActor;
  from?: EventSource | null;
  test?: boolean;
  /** When it happened; now otherwise. */
  at?: Date;
  events: readonly NewEvent[];
  idempotency?: { operation: string; key: string; digest: string } | null;
};

export type Appended =
  | { accepted: true; events: { id: string; seq: number; pos: bigint }[] }
  /** `state` is where the run stands; `known` is the run that took the idempotency key before. */
  | { accepted: false; state: string | null; known: { runId: string; sameDigest: boolean } | null };

export type StoredEvent = {
  id: string;
  tenantId: string;
  sessionId: string;
  seq: number;
  pos: bigint;
  type: string;
  toolSlug: string | null;
  runId: string | null;
  parentRunId: string | null;
  stepId: string | null;
  source: string | null;
  subSource: string | null;
  actorKind: string;
  actorId: string | null;
  actorLabel: string;
  workerId: string | null;
  test: boolean;
  payload: unknown;
  createdAt: Date;
  /** Who began the session; known to followers. */
  ownerId?: string | null;
};

export type SessionVerification = { intact: boolean; events: number; brokenSeq: number | null };

/** The one way to write down what happened, and to hear of it. */
export type EventLog = {
  /** Answers once the events are durable. Many callers share one commit. */
  append(append: Append): Promise<Appended>;
  /** The same inside of a transaction of the tenant: the events exist if and only if the rest of it does. */
  appendWithin(transaction: object, append: Append): Promise<Appended>;
  /** Events of a session behind `afterSeq`, then those to come, without gap or repetition. Ends with `return`. */
  followSession(tenantId: string, sessionId: string, afterSeq: number): AsyncIterableIterator<StoredEvent>;
  /** The same for everything of a tenant, in the order of commits. Without `after` it begins `last` events before now. */
  followTenant(
    tenantId: string,
    options: { after?: bigint; last?: number; wants?(event: StoredEvent): boolean },
  ): AsyncIterableIterator<StoredEvent>;
  /** Whether the log of a session is as it was written. */
  verify(tenantId: string, sessionId: string): Promise<SessionVerification>;
  /** How many follow at the moment. */
  followers(): number;
  /** Ends all who follow, now and later. What is being finished is still written. */
  endFollowing(): void;
  close(): Promise<void>;
};
