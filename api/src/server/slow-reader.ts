import type { WebSocket } from 'ws';

const MOST_BUFFERED = 1_048_576;
const LONGEST_WAIT_MS = 30_000;
const STEP_MS = 50;
const TRY_LATER = 1013;

/** Holds a stream while its reader does not read; one that never does is let go and can resume later. */
export async function waitForReader(socket: WebSocket): Promise<boolean> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (socket.bufferedAmount > MOST_BUFFERED) {
    if (socket.readyState !== socket.OPEN) return false;
    if (performance.now() > deadline) {
      socket.close(TRY_LATER, 'You read too slowly. Connect again and resume.');
      socket.terminate();
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return socket.readyState === socket.OPEN;
}
