import { createClient, type Sink, type SubscribePayload } from 'graphql-ws/client';
import type { ConnectionStore } from '#lib/connection-state.ts';

/** The server closes with it when the session, the key or the membership is gone. */
const revoked = 4403;
const pingEvery = 15_000;
const pongWithin = 5_000;
const longestWait = 30_000;
/** Whoever answers in between may take a call and then say nothing; a browser would wait for ever. */
const openWithin = 10_000;

export type LiveConnection = {
  subscribe: (payload: SubscribePayload, sink: Sink) => () => void;
  dispose: () => void;
};

export type LiveConnectionOptions = {
  tenant: string;
  state: ConnectionStore;
  /** After a gap: whatever happened meanwhile was not heard. */
  onReconnected: () => void;
  onRevoked: () => void;
};

export function createLiveConnection({
  tenant,
  state,
  onReconnected,
  onRevoked,
}: LiveConnectionOptions): LiveConnection {
  const over = new AbortController();
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let hadGap = false;
  let ended = false;

  const lost = () => {
    clearTimeout(pongTimer);
    clearTimeout(openTimer);
    hadGap = true;
    if (!ended) state.set(navigator.onLine ? 'reconnecting' : 'offline');
  };

  const socket = createClient({
    url: () => `${window.location.origin.replace(/^http/u, 'ws')}/graphql`,
    connectionParams: { tenant },
    keepAlive: pingEvery,
    connectionAckWaitTimeout: 10_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => pause(backoff(retries), over.signal),
    shouldRetry: (problem) => !ended && closeCode(problem) !== revoked,
    on: {
      connecting: () => {
        clearTimeout(openTimer);
        openTimer = setTimeout(() => socket.terminate(), openWithin);
      },
      opened: () => clearTimeout(openTimer),
      connected: () => {
        state.set('connected');
        if (hadGap) onReconnected();
        hadGap = false;
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => socket.terminate(), pongWithin);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: (event) => {
        if (closeCode(event) === revoked && !ended) {
          ended = true;
          onRevoked();
        } else lost();
      },
      error: lost,
    },
  });

  state.set(navigator.onLine ? 'connecting' : 'offline');
  window.addEventListener('offline', () => socket.terminate(), {
    signal: over.signal,
  });

  return {
    subscribe: (payload, sink) => keepSubscribed(socket.subscribe, payload, sink, over.signal),
    dispose: () => {
      ended = true;
      over.abort();
      clearTimeout(pongTimer);
      clearTimeout(openTimer);
      // Closing it while it connects anew ends that with an error, which nobody needs to hear.
      Promise.resolve(socket.dispose()).catch(() => {});
    },
  };
}

/** A close that the library calls final (say, a server that failed once) is for a page that stays open only a longer gap. */
function keepSubscribed(
  subscribe: LiveConnection['subscribe'],
  payload: SubscribePayload,
  sink: Sink,
  signal: AbortSignal,
): () => void {
  let stopped = false;
  let stop = () => {};
  let failures = 0;
  const again = async () => {
    await pause(backoff(failures++), signal);
    if (!stopped && !signal.aborted) start();
  };
  const start = () => {
    stop = subscribe(payload, {
      next: (value) => {
        failures = 0;
        sink.next(value);
      },
      error: (problem) => {
        const code = closeCode(problem);
        if (code === undefined || code === revoked) sink.error(problem);
        else void again();
      },
      complete: () => {
        if (!stopped && !signal.aborted) void again();
      },
    });
  };
  start();
  return () => {
    stopped = true;
    stop();
  };
}

function closeCode(problem: unknown): number | undefined {
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  return typeof problem.code === 'number' ? problem.code : undefined;
}

/** Doubling waits, half of each random, so that a restarted server is not met by everybody at once. */
export function backoff(retries: number, random = Math.random()): number {
  const ceiling = Math.min(longestWait, 500 * 2 ** retries);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Waits, but not after the browser has found its network again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
