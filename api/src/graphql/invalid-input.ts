import type { ZodError } from 'zod';
import { InvalidInput } from '#platform/errors.ts';

/** Names the fields as the caller wrote them: paths start inside `input`. */
export function toInvalidInput(error: ZodError): InvalidInput {
  return new InvalidInput(
    error.issues.map((issue) => {
      const path = issue.path.map(String);
      return {
        path: path[0] === 'input' ? path.slice(1) : path,
        message: issue.message,
      };
    }),
  );
}
