import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { StreamedEvent } from './streamed-event.ts';

const page = 10;

/** How far a key leads from a row; nothing for other keys. */
function target(key: string, index: number, last: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: last,
  };
  const to = Object.hasOwn(steps, key) ? steps[key]! : undefined;
  return to === undefined ? undefined : Math.min(last, Math.max(0, to));
}

/** One stop for the Tab key, arrow keys from row to row; the newest row until one has been chosen. */
export function useRowKeys(scroller: RefObject<HTMLElement | null>, events: readonly StreamedEvent[]) {
  const [chosen, setChosen] = useState<string>();
  const isWanted = useRef(false);
  const last = events.length - 1;
  const found = chosen === undefined ? -1 : events.findIndex(({ id }) => id === chosen);
  const reachable = found < 0 ? last : found;

  useEffect(() => {
    if (!isWanted.current || chosen === undefined) return;
    isWanted.current = false;
    const row = scroller.current?.querySelector(`[data-event="${CSS.escape(chosen)}"] [data-toggle]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [chosen, scroller]);

  const handlers = (scrollTo: (index: number) => void) => ({
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const from = event.target as HTMLElement;
      // Inside of the details, keys scroll the code.
      if (!from.closest('[data-toggle]')) return;
      const to = target(event.key, reachable, last);
      if (to === undefined) return;
      event.preventDefault();
      isWanted.current = true;
      setChosen(events[to]?.id);
      scrollTo(to);
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      const row = event.target.closest('[data-event]');
      if (row instanceof HTMLElement) setChosen(row.dataset.event);
    },
  });
  return { reachable, handlers };
}
