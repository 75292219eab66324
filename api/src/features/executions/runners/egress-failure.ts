import { EgressError } from '#platform/http-error.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

/** A failure on the way out, as a failure of the run; anything else stays what it is. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  const code = error.code === 'RESPONSE_TOO_LARGE' ? 'OUTPUT_TOO_LARGE' : error.code;
  return new ToolFailure(code, error.message, { cause: error });
}
