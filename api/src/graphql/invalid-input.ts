import type { ZodError } from 'zod';
import { InvalidInput } from '#platform/errors.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';

/** Names the fields as the caller wrote them: paths start inside `input`. */
export function toInvalidInput(error: ZodError): InvalidInput {
  return new InvalidInput(
    toFieldErrors(error.issues).map(({ path, message }) => ({
      path: path[0] === 'input' ? path.slice(1) : path,
      message,
    })),
  );
}
