import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { plural } from '#lib/format.ts';
import { mostEvents } from './event-buffer.ts';
import { type EventFilterValues, isNarrowed, lookBack } from './event-filter-values.ts';
import { formatEventTime } from './event-time.ts';
import type { FollowedEvents } from './use-event-stream.ts';

type EventCountProps = {
  stream: FollowedEvents;
  filters: EventFilterValues;
  /** Whether the reader sees the events of all people. */
  everybody: boolean;
  runsPath: string;
};

/** How many events there are; of a choice of them also among how many they were looked for, and where to find the rest. */
export function EventCount({ stream: { events, since }, filters, everybody, runsPath }: EventCountProps) {
  const isChoice = isNarrowed(filters) || !everybody;
  const count =
    events.length < mostEvents ? plural(events.length, 'event') : `The newest ${plural(mostEvents, 'event')}`;
  if (!isChoice && events.length === 0) return null;
  const place = since
    ? `since ${formatEventTime(since)}`
    : `among the last ${lookBack(filters)} of this tenant and those since`;
  return (
    <Text size="sm" c="dimmed">
      {isChoice ? `${count} ${place}. ` : count}
      {isChoice && (
        <Anchor component={Link} to={runsPath} inherit underline="always">
          Find older runs
        </Anchor>
      )}
    </Text>
  );
}
