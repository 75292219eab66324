import { Button } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import classes from './event-list.module.css';
import { EventRow } from './event-row.tsx';
import type { StreamedEvent } from './streamed-event.ts';
import { useRowKeys } from './use-row-keys.ts';

type EventListProps = {
  label: string;
  events: readonly StreamedEvent[];
  onSession?: (sessionId: string) => void;
};

const rowHeight = 41;
/** This close to the end, the list stays at the end as it grows. */
const nearEnd = 48;

/** Oldest at the top, newest at the bottom; only the rows in sight are drawn. */
export function EventList({ label, events, onSession }: EventListProps) {
  const tenantSlug = useViewer().tenant.slug;
  const scroller = useRef<HTMLElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const keys = useRowKeys(scroller, events);
  // Another function would make it measure all rows again.
  const keyOf = useCallback((index: number) => events[index]?.id ?? index, [events]);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => rowHeight,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    // The row that the Tab key reaches is always there.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return inSight.includes(keys.reachable) ? inSight : [...inSight, keys.reachable].sort((a, b) => a - b);
    },
  });
  // Only at the end does the list follow what is appended.
  const { scrollToEnd } = rows;
  useLayoutEffect(() => scrollToEnd(), [scrollToEnd]);
  const toggle = useCallback((id: string) => {
    setExpanded((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const last = events.length - 1;
  const isAtEnd = (rows.range?.endIndex ?? last) >= last - 1;
  return (
    <div className={classes.frame}>
      <section className={classes.scroller} ref={scroller} aria-label={label}>
        <ol className={classes.list} style={{ height: rows.getTotalSize() }} {...keys.handlers(rows.scrollToIndex)}>
          {rows.getVirtualItems().map(({ index, start, key }) => (
            <EventRow
              key={key}
              ref={rows.measureElement}
              event={events[index]!}
              index={index}
              count={events.length}
              start={start}
              expanded={expanded.has(events[index]!.id)}
              reachable={index === keys.reachable}
              tenantSlug={tenantSlug}
              onToggle={toggle}
              onSession={onSession}
            />
          ))}
        </ol>
      </section>
      {!isAtEnd && (
        <Button
          className={classes.newest}
          size="xs"
          leftSection={<ArrowDown size={14} aria-hidden />}
          onClick={() => scrollToEnd()}
        >
          Newest
        </Button>
      )}
    </div>
  );
}
