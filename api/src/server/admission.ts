import { Overloaded } from '#platform/errors.ts';

/**
 * Bounds how many operations are worked on at once: beyond it the next one is refused in a moment, instead of all of them
 * becoming slower without end. Callers who only wait for a tool do not count.
 */
export function createAdmission(most: number, idle: () => number) {
  let inside = 0;

  function check(): void {
    if (inside - idle() >= most) throw new Overloaded('The service has more to do than it can.');
  }

  return {
    /** To be asked before more of a request is read: what is refused should cost next to nothing. */
    check,
    count: () => inside,
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      check();
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
      }
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
