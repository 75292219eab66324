import { isDatabaseAway } from '#platform/database-away.ts';
import { isDatabaseError } from '#platform/database-error.ts';
import { DomainError, Unavailable } from '#platform/errors.ts';
import { type RunError, ToolFailure, type ToolResult } from '#toolkit/tool-result.ts';
import { findFailureWords, type Legacy, orWithoutWords, WITHOUT_WORDS } from './error-words.ts';

/** Why a run is stopped from outside: whoever aborts says what it ends as. */
export class RunAborted extends Error {
  readonly end: 'cancelled' | RunError;
  constructor(end: 'cancelled' | RunError) {
    super('The run was stopped.');
    this.end = end;
  }
}

export const OUTCOME_UNKNOWN: RunError = {
  code: 'OUTCOME_UNKNOWN',
  message:
    'The process that ran this tool ended before it could tell how it went. Check what it did before you run it again.',
};

const OUR_SIDE = 'Something went wrong on our side while the tool ran. Tell your operator the id of this run.';

/** Statements and tables are no business of a caller. */
function describeDatabaseError(error: unknown): RunError {
  if (!isDatabaseAway(error)) return { code: 'TOOL_FAILED', message: OUR_SIDE };
  const { code, message } = new Unavailable();
  return { code, message, retryable: true };
}

function describe(error: unknown): RunError {
  if (error instanceof RunAborted && error.end !== 'cancelled') return error.end;
  const message = orWithoutWords(error instanceof Error ? error.message : String(error));
  if (error instanceof ToolFailure) return { code: error.code, message, ...(error.retryable && { retryable: true }) };
  if (error instanceof DomainError) return { code: error.code, message };
  if (isOfDatabase(error)) return describeDatabaseError(error);
  return { code: 'TOOL_FAILED', message };
}

/** Thrown by a runner whose run cannot go on until another one has ended. Known by identity: a throw may be anything. */
export const RUN_PAUSED = new Error('The run waits for another one.');

/** What became of the work: a result, or nothing yet. */
export type Outcome = ToolResult | 'paused';

/** What a caller learns of a failure. Bugs of a tool are told by their message, without the stack. */
export function toRunError(error: unknown): RunError {
  try {
    return describe(error);
  } catch {
    // Anything can be thrown, also what cannot even be looked at.
    return { code: 'TOOL_FAILED', message: WITHOUT_WORDS };
  }
}

/** Safe to ask of anything that can be thrown. */
function isOfDatabase(error: unknown): boolean {
  try {
    return isDatabaseError(error);
  } catch {
    return false;
  }
}

/** Whoever stops a run without saying why, such as a queue that closes, leaves open what became of it. */
const reasonOf = ({ reason }: AbortSignal) => (reason instanceof RunAborted ? reason : new RunAborted(OUTCOME_UNKNOWN));

/** Tools of an older convention answer `{ success: false, error }` instead of failing. */
function readOutput(output: unknown): ToolResult {
  const legacy = (typeof output === 'object' && output !== null ? output : {}) as Legacy;
  if (legacy.success !== false) return { ok: true, output: output ?? null };
  return { ok: false, error: { code: 'TOOL_FAILED', message: findFailureWords(legacy) } };
}

/**
 * Turns whatever happens into a result: an answer, a throw, a rejection, or the end of patience. When the signal is
 * aborted it does not wait for work that does not listen. `note` gets what the result does not repeat. A message may be
 * of any length: it is cut once secrets are taken out, since half of one would not be found.
 */
export async function neverThrow(
  work: () => unknown,
  signal: AbortSignal,
  note: (hidden: unknown) => void = () => {},
): Promise<Outcome> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  stopped.promise.catch(() => {});
  try {
    return readOutput(await Promise.race([(async () => work())(), stopped.promise]));
  } catch (error) {
    if (error === RUN_PAUSED && !signal.aborted) return 'paused';
    if (isOfDatabase(error)) note(error);
    // Work that does listen fails with words of its own; why it was stopped says more.
    return { ok: false, error: toRunError(signal.aborted ? reasonOf(signal) : error) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
