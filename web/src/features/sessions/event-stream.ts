import type { Source } from 'wonka';
import { type BufferView, createEventBuffer } from './event-buffer.ts';
import { followEvents, type StreamProgress, type StreamResult } from './follow-events.ts';
import type { StreamedEvent } from './streamed-event.ts';

export type StreamView = BufferView &
  StreamProgress & {
    /** The time of the known event behind which it began. */
    since: string | undefined;
  };

export type StreamOptions = {
  open: (last: StreamedEvent | undefined) => Source<StreamResult>;
  /** Whether it begins with events from before; otherwise it begins now. */
  fromStart?: boolean;
  /** An event that is known already: the stream begins behind it, and shows it if it fits. */
  origin?: () => { event: StreamedEvent; fits: boolean } | undefined;
};

const atFirst: StreamView = {
  events: [],
  paused: false,
  waiting: 0,
  received: 0,
  catchingUp: false,
  mayHaveMissed: false,
  error: undefined,
  since: undefined,
};

/** What one page follows: the events it keeps, and the place to go on from. */
export function createEventStream({ open, fromStart = false, origin }: StreamOptions) {
  let view = atFirst;
  let last: StreamedEvent | undefined;
  let unfollow = () => {};
  const listeners = new Set<() => void>();
  const change = (next: Partial<StreamView>) => {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  };
  const buffer = createEventBuffer(change);

  const keep = (event: StreamedEvent) => {
    last = event;
    buffer.add(event);
  };
  const follow = () => {
    unfollow();
    unfollow = followEvents({ open, last, fromStart, onEvent: keep, onProgress: change });
  };

  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Goes on where it stopped. */
    start() {
      const known = last ? undefined : origin?.();
      if (known?.fits) keep(known.event);
      last ??= known?.event;
      if (known) change({ since: known.event.createdAt });
      follow();
      return () => unfollow();
    },
    retry: follow,
    pause: buffer.pause,
    resume: buffer.resume,
  };
}
