/** Lets so many work at a time; whoever comes beyond that waits, in the order of coming. */
export function createTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      // A turn is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
