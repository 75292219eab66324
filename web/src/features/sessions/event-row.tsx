import { Badge } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { memo, type Ref } from 'react';
import { Link } from 'react-router';
import { runPath } from '#features/executions/run-path.ts';
import { formatDateTime } from '#lib/format.ts';
import { EventDetails } from './event-details.tsx';
import classes from './event-row.module.css';
import { formatEventTime } from './event-time.ts';
import { faceOf } from './event-words.ts';
import { sourceWords } from './source-words.ts';
import type { StreamedEvent } from './streamed-event.ts';

type EventRowProps = {
  ref: Ref<HTMLLIElement>;
  event: StreamedEvent;
  index: number;
  count: number;
  /** Distance from the top of the list. */
  start: number;
  expanded: boolean;
  /** Whether the Tab key reaches this row. */
  reachable: boolean;
  tenantSlug: string;
  onToggle: (id: string) => void;
  onSession?: (sessionId: string) => void;
};

/** Plain elements: while one scrolls, rows are made faster than the library's components allow. */
export const EventRow = memo(function EventRow({ ref, event, index, count, start, ...row }: EventRowProps) {
  const { expanded, reachable, tenantSlug, onToggle, onSession } = row;
  const { words, icon: Icon, tone } = faceOf(event.type);
  const time = formatEventTime(event.createdAt);
  const about = [words, event.toolSlug, time].filter(Boolean).join(', ');
  const tabIndex = reachable ? 0 : -1;
  return (
    <li
      ref={ref}
      className={classes.item}
      data-index={index}
      data-event={event.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div className={classes.row}>
        <button
          type="button"
          className={classes.what}
          aria-expanded={expanded}
          aria-label={about}
          tabIndex={tabIndex}
          data-toggle
          onClick={() => onToggle(event.id)}
        >
          <ChevronRight size={14} className={classes.chevron} aria-hidden />
          <Icon size={16} className={classes.icon} data-tone={tone} aria-hidden />
          <span>{words}</span>
        </button>
        <time className={classes.time} dateTime={event.createdAt} title={formatDateTime(event.createdAt)}>
          {time}
        </time>
        <span className={classes.tool}>
          {event.toolSlug}
          {event.test && (
            <Badge size="sm" variant="light" color="gray" ml={6}>
              Trial
            </Badge>
          )}
        </span>
        <span className={classes.text}>{sourceWords(event.source, event.subSource)}</span>
        <span className={classes.text}>{event.actor}</span>
        <span className={classes.links}>
          {event.runId && (
            <Link
              to={runPath(tenantSlug, event.runId)}
              className={classes.link}
              tabIndex={tabIndex}
              aria-label={`Run of ${about}`}
            >
              Run
            </Link>
          )}
          {onSession && (
            <button
              type="button"
              className={classes.link}
              tabIndex={tabIndex}
              aria-label={`Session of ${about}`}
              onClick={() => onSession(event.sessionId)}
            >
              Session
            </button>
          )}
        </span>
      </div>
      {expanded && <EventDetails event={event} />}
    </li>
  );
});
