import type { z } from 'zod';
import type { FieldError } from './errors.ts';
import { nameAFew } from './name-a-few.ts';

const LONGEST_STEP = 200;

/** The way to a name that the caller made up, however long it is. */
const stepTo = (name: string) => name.slice(0, LONGEST_STEP).toWellFormed();

/** What a parse found, each mistake at its place. Names that nothing is known of are told one by one, each at its own. */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[], above: readonly string[] = []): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((name) => ({
      path: [...path, stepTo(name)],
      message: `There is no field ${nameAFew([name])} here. Take it out.`,
    }));
  });
}
