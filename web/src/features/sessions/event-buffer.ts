import type { StreamedEvent } from './streamed-event.ts';

export const mostEvents = 10_000;
/** Events that come together are drawn together. */
const drawEvery = 50;

export type BufferView = {
  /** Oldest first; stands still while paused. */
  events: readonly StreamedEvent[];
  paused: boolean;
  /** How many came since it was paused. */
  waiting: number;
  /** How many came in all. */
  received: number;
};

/** The newest events that a page keeps. */
export function createEventBuffer(onChange: (view: BufferView) => void, limit = mostEvents) {
  let kept: readonly StreamedEvent[] = [];
  let arrived: StreamedEvent[] = [];
  let view: BufferView = { events: kept, paused: false, waiting: 0, received: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Partial<BufferView>) => {
    view = { ...view, ...next };
    onChange(view);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (arrived.length === 0) return;
    kept = [...kept, ...arrived].slice(-limit);
    const received = view.received + arrived.length;
    const waiting = view.paused ? view.waiting + arrived.length : 0;
    arrived = [];
    show({ received, waiting, events: view.paused ? view.events : kept });
  };

  return {
    add(event: StreamedEvent) {
      arrived.push(event);
      // A page in the background draws rarely, and must not pile up without end.
      if (arrived.length >= limit) flush();
      timer ??= setTimeout(flush, drawEvery);
    },
    pause() {
      flush();
      show({ paused: true });
    },
    resume() {
      flush();
      show({ paused: false, waiting: 0, events: kept });
    },
  };
}
