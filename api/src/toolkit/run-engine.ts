import type { ResolvedTool } from './resolved-tool.ts';
import type { Usage, UsageQuestion } from './run-usage.ts';
import type { SpecRunner } from './spec-runner.ts';

/** A call that has passed permission and checking and is about to be let through, held or refused. */
export type GatedCall = {
  tool: ResolvedTool;
  input: Readonly<Record<string, unknown>>;
  source: 'web' | 'agent' | 'api';
  subSource: string | null;
  test: boolean;
};

/** Who may decide about a call; where nobody is named, the assignee and whoever holds the right. */
export type Deciders = { users: readonly string[]; roles: readonly string[]; manager: boolean };

/** Under which conditions a call waits. */
export type AskTerms = {
  /** Why it waits, in words. */
  why: string;
  ruleId: string | null;
  ruleRevision: number | null;
  deciders: Deciders;
  /** How many must agree. */
  needed: number;
  /** Whether the person on whose behalf a machine asks may decide. */
  selfApproval: boolean;
  expiresAfter: number | null;
  remindAfter: number | null;
};

export type GateVerdict =
  | {
      verdict: 'allow';
      /** Undoes the use of a grant, for a call that comes to nothing: refused, or made before. */
      giveBack?(): Promise<void>;
    }
  | { verdict: 'deny'; reason: string; rule: { id: string; name: string } }
  | { verdict: 'ask'; terms: AskTerms };

/** Asked once for every call, whoever makes it. `Host` is the caller's context. */
export type Gate<Host = unknown> = (host: Host, call: GatedCall) => Promise<GateVerdict> | GateVerdict;

/** Runs that this process works on at the moment. */
export type RunningRuns = {
  /** `isAwaited`: whether a caller holds the line until it ends; `isWritten`: whether the log knows of it yet. */
  enter(runId: string, controller: AbortController, isAwaited: boolean, isWritten: () => boolean): void;
  leave(runId: string): void;
  /** Reaches a run of this process; whether there was one. */
  abort(runId: string, reason: unknown): boolean;
  ids(): string[];
  /** Those that the log knows of. */
  written(): string[];
  /** How many callers wait for their tool to work, which costs next to nothing. */
  awaited(): number;
};

/** What one process takes on, of everybody and of one tenant. Beyond that calls are refused before anything is begun. */
export type RunPlaces = {
  /** A place for a call that somebody waits for; given back by calling what is returned. */
  take(tenantId: string): () => void;
  /** Whether one more call may wait in the queue. */
  checkQueue(tenantId: string): Promise<void>;
};

export type RunLimits = {
  outputBytes: number;
  inputBytes: number;
  fileBytes: number;
  timeoutMs: number;
  /** Calls of one session that may wait for a decision. */
  sessionWaiting: number;
};

/** What the one door needs of its process. */
export type RunEngine<Host = unknown> = {
  /** New with every start of a process. What an earlier one left behind is recognised by it. */
  readonly workerId: string;
  readonly runners: ReadonlyMap<string, SpecRunner>;
  readonly gate: Gate<Host>;
  readonly running: RunningRuns;
  readonly places: RunPlaces;
  readonly limits: RunLimits;
  usage(question: UsageQuestion): Promise<Usage>;
};
