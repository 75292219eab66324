/** Turns each value into another. As with `flatMapStream`, `return` reaches the source at once. */
export function mapStream<In, Out>(
  values: AsyncIterable<In>,
  toOther: (value: In) => Promise<Out>,
): AsyncIterableIterator<Out> {
  const source = values[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = await source.next();
      if (done) return { done: true, value: undefined };
      return { done: false, value: await toOther(value) };
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
