import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';

/** With the page that a stream holds beside it less than a mebibyte. */
const MOST_BUFFERED = 524_288;
const LONGEST_WAIT_MS = 30_000;
const STEP_MS = 50;
const STALLED_MS = 25_000;
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

/** Hangs up on a stream over HTTP whose reader has taken nothing for so long. One who is only slow keeps it. */
export function hangUpOnStalled(res: ServerResponse, longestMs = STALLED_MS): void {
  let taken = 0;
  let since = performance.now();
  const looking = setInterval(() => {
    const { bytesWritten = 0, writableLength = 0 } = res.socket ?? {};
    const now = bytesWritten - writableLength;
    const isStalled = writableLength > 0 && now === taken;
    taken = now;
    if (!isStalled) since = performance.now();
    else if (performance.now() - since > longestMs) res.destroy();
  }, longestMs / 10);
  res.once('close', () => clearInterval(looking));
}
