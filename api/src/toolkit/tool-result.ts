/** Why a run failed. Codes are SCREAMING_SNAKE; the message is for people and says what to do. */
export type RunError = { code: string; message: string; retryable?: boolean };

/** What became of a call. A failure is a value: it is recorded and answered, never thrown past the door. */
export type ToolResult = { ok: true; output: unknown } | { ok: false; error: RunError };

/** Thrown by tools and runners to fail with a code of their own. */
export class ToolFailure extends Error {
  readonly code: string;
  readonly retryable: boolean;
  constructor(
    code: string,
    message: string,
    { retryable = false, cause }: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.retryable = retryable;
  }
}
