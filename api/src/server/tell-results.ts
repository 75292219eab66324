import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import { createTogether } from './send-together.ts';
import type { Line } from './socket-line.ts';

const MUCH = 65_536;
const AT_A_TIME = 50;
const TEXT = Symbol('text');

/** A result that many are told is written as text once. */
function textOf(result: ExecutionResult & { [TEXT]?: string }): string {
  result[TEXT] ??= JSON.stringify(result);
  return result[TEXT];
}

const failed = () => {};

/** Waits only for a reader who is behind; whether the line still stands is the socket's own news. */
async function send(socket: WebSocket, frame: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount < MUCH) return socket.send(frame, failed);
  await new Promise<void>((resolve) => socket.send(frame, () => resolve()));
}

/**
 * Sends the results of a stream as the protocol has it. What the protocol's own code is left with is a stream that only
 * ends.
 */
export function tellResults(
  { socket, request }: Line,
  id: string,
  results: AsyncGenerator<ExecutionResult>,
): AsyncIterableIterator<never> {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  const sendsMore = createTogether(request.socket);
  let sent = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (;;) {
        const { done, value } = await results.next();
        if (done) return { done: true, value: undefined };
        sendsMore();
        await send(socket, `${beginning}${textOf(value)}}`);
        sent += 1;
        // Whoever is told a long story lets others have a word.
        if (sent % AT_A_TIME === 0) await nextTurn();
      }
    },
    async return() {
      await results.return(undefined);
      return { done: true, value: undefined };
    },
  };
}
