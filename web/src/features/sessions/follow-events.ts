import type { CombinedError } from '@urql/core';
import { pipe, type Source, subscribe } from 'wonka';
import { connectionState } from '#lib/connection-state.ts';
import type { StreamedEvent } from './streamed-event.ts';

/** Silence of this length means that nothing older is on its way. */
const quietFor = 800;
/** The socket may repeat everything since its subscription began; beginning anew keeps that short. */
const renewAfter = 5_000;

export type StreamResult = { event?: StreamedEvent; error?: CombinedError };

export type StreamProgress = {
  /** What comes happened a while ago. */
  catchingUp: boolean;
  /** The connection was lost before there was a place to resume from. */
  mayHaveMissed: boolean;
  error: CombinedError | undefined;
};

type FollowOptions = {
  /** Everything behind this event; without one, whatever the log begins with for this stream. */
  open: (last: StreamedEvent | undefined) => Source<StreamResult>;
  last?: StreamedEvent;
  /** Whether the stream begins with events from before, also without a `last`. */
  fromStart: boolean;
  onEvent: (event: StreamedEvent) => void;
  onProgress: (progress: Partial<StreamProgress>) => void;
};

/**
 * One log, each event once, through lost connections. The socket would return with the place it once began at,
 * so whenever it is lost this begins again behind the last event that came.
 */
export function followEvents({ open, last, fromStart, onEvent, onProgress }: FollowOptions): () => void {
  const seen = new Set<string>();
  let unsubscribe = () => {};
  let isCatchingUp = false;
  let isConnected = connectionState.get() === 'connected';
  let openedAt = Date.now();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let restart: ReturnType<typeof setTimeout> | undefined;

  const setCatchingUp = (next: boolean) => {
    isCatchingUp = next;
    clearTimeout(quiet);
    onProgress({ catchingUp: next });
  };
  const awaitQuiet = () => {
    clearTimeout(quiet);
    if (isCatchingUp && isConnected) quiet = setTimeout(setCatchingUp, quietFor, false);
  };

  const take = ({ event, error }: StreamResult) => {
    if (error) return onProgress({ error, catchingUp: false });
    if (!event || seen.has(event.id)) return;
    seen.add(event.id);
    last = event;
    onEvent(event);
    if (isCatchingUp && Date.parse(event.createdAt) >= openedAt) setCatchingUp(false);
    else awaitQuiet();
    if (seen.size >= renewAfter) begin();
  };
  const begin = () => {
    unsubscribe();
    seen.clear();
    ({ unsubscribe } = pipe(open(last), subscribe(take)));
  };
  const resume = () => {
    onProgress({ error: undefined });
    setCatchingUp(fromStart || last !== undefined);
    awaitQuiet();
    begin();
  };

  const stopListening = connectionState.subscribe(() => {
    const wasConnected = isConnected;
    isConnected = connectionState.get() === 'connected';
    if (isConnected) {
      openedAt = Date.now();
      awaitQuiet();
    } else if (wasConnected) {
      if (!last && !fromStart) onProgress({ mayHaveMissed: true });
      clearTimeout(restart);
      // Not at once: the socket is in the middle of telling that it closed.
      restart = setTimeout(resume);
    }
  });
  resume();

  return () => {
    stopListening();
    clearTimeout(quiet);
    clearTimeout(restart);
    unsubscribe();
  };
}
