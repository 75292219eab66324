import type { Headers } from '../wire.ts';

export type State = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'refused';

/** What a caller is told of a call, in whatever words its surface has for it. Refused: nothing was begun. */
export type Told = {
  state: State;
  callId: string | null;
  sessionId: string | null;
  output?: unknown;
  code?: string;
  message?: string;
};

export type CallOptions = {
  idempotencyKey?: string;
  sessionId?: string | null;
  /** Goes away after the call instead of waiting for its end. */
  leaves?: boolean;
};

export type Caller = {
  credentials: Headers;
  call(slug: string, input: object, options?: CallOptions): Promise<Told>;
  /** What it learns when it comes back. */
  read(callId: string): Promise<Told>;
  cancel(callId: string): Promise<void>;
  /** The ways to say, without any right to, that a call was approved before. */
  claims(slug: string, input: object): Promise<Told>[];
  /** All that a model reads of a tool, where one reads it. */
  readsOf?(slug: string): Promise<string>;
};

const STATES: Record<string, State> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  SUCCESS: 'done',
  ERROR: 'failed',
  CANCELLED: 'cancelled',
};

type RunTold = {
  id: string;
  sessionId: string;
  status: string;
  output: unknown;
  error: { code: string; message: string } | null;
};

/** The ids are those that callers get. */
export function toldOfRun({ id, sessionId, status, output, error }: RunTold): Told {
  return { state: STATES[status]!, callId: id, sessionId, output, code: error?.code, message: error?.message };
}

export function refused(error: { code: string; message: string }): Told {
  return { state: 'refused', callId: null, sessionId: null, ...error };
}
