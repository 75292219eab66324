import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';

const TEXT = Symbol('text');

/** A result that many are told is written as text once. */
function textOf(result: ExecutionResult & { [TEXT]?: string }): string {
  result[TEXT] ??= JSON.stringify(result);
  return result[TEXT];
}

const send = (socket: WebSocket, frame: string) =>
  new Promise<void>((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(frame, (error) => (error ? reject(error) : resolve()));
  });

/**
 * Sends the results of a stream as the protocol has it, each after the one before is on its way. What the protocol's own
 * code is left with is a stream that only ends.
 */
export function tellResults(
  socket: WebSocket,
  id: string,
  results: AsyncGenerator<ExecutionResult>,
): AsyncIterableIterator<never> {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (;;) {
        const { done, value } = await results.next();
        if (done) return { done: true, value: undefined };
        await send(socket, `${beginning}${textOf(value)}}`);
      }
    },
    async return() {
      await results.return(undefined);
      return { done: true, value: undefined };
    },
  };
}
