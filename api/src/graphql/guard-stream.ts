import type { Lease, LeaseEnd } from '#access/lease.ts';

export type StreamContext = {
  lease?: Lease;
  waitForReader?(): Promise<boolean>;
  /** Breaks the line, so that whoever reads knows that the story goes on elsewhere. */
  hangUp?(): void;
};

/**
 * Delivers a subscription only while its caller may have it, and only as fast as its reader reads. A socket brings its
 * own lease for all its streams; a stream over HTTP gets one of its own: who has lost the right is told so by `farewell`,
 * and who has another one by now is cut off, to come back with it.
 */
export function guardStream<Value>(
  stream: AsyncIterable<Value>,
  context: StreamContext,
  open: (onEnd: (end: LeaseEnd) => void) => Promise<Lease>,
  farewell: () => Value,
): AsyncGenerator<Value> {
  const source = stream[Symbol.asyncIterator]();

  async function* deliver(): AsyncGenerator<Value> {
    let ended: LeaseEnd | undefined;
    const own = context.lease
      ? undefined
      : await open((end) => {
          ended = end;
          if (end === 'changed') context.hangUp?.();
          void source.return?.();
        });
    const lease = context.lease ?? own!;
    try {
      for (;;) {
        const { done, value } = await source.next();
        const goesOn = !done && (await lease.check());
        if (!goesOn && ended === 'revoked') yield farewell();
        if (!goesOn) return;
        if (context.waitForReader && !(await context.waitForReader())) return;
        yield value;
      }
    } finally {
      own?.release();
      await source.return?.();
    }
  }

  const guarded = deliver();
  // A generator that waits for its source would hear of `return` only with the next value; the source must hear at once.
  const end = guarded.return.bind(guarded);
  guarded.return = async (value) => {
    void source.return?.();
    return end(value);
  };
  return guarded;
}
