/**
 * Turns each value into none, one or several. Unlike in an async generator, `return` reaches the source at once, also
 * while a reader waits; a generator would hear of it only with the next value, which may never come.
 */
export function flatMapStream<In, Out>(
  source: AsyncIterator<In>,
  toMany: (value: In) => readonly Out[],
): AsyncIterableIterator<Out> {
  const waiting: Out[] = [];
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (waiting.length === 0) {
        const { done, value } = await source.next();
        if (done) return { done: true, value: undefined };
        waiting.push(...toMany(value));
      }
      return { done: false, value: waiting.shift()! };
    },
    async return() {
      waiting.length = 0;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
