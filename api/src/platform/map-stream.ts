/** Turns each value into another. As with `flatMapStream`, `return` reaches the source at once. Tells when it is over. */
export function mapStream<In, Out>(
  values: AsyncIterable<In>,
  toOther: (value: In) => Promise<Out>,
  onEnd: () => void = () => {},
): AsyncIterableIterator<Out> {
  const source = values[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const { done, value } = await source.next();
        if (!done) return { done: false, value: await toOther(value) };
      } catch (error) {
        onEnd();
        throw error;
      }
      onEnd();
      return { done: true, value: undefined };
    },
    async return() {
      onEnd();
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
