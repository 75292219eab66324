import { useEffect, useMemo, useRef } from 'react';
import { useClient } from 'urql';
import { map, pipe } from 'wonka';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { mostEvents } from './event-buffer.ts';
import { fitsEventFilter, lookBack, readEventFilters, toToolEventFilter } from './event-filter-values.ts';
import type { StreamOptions } from './event-stream.ts';
import { type StreamedEvent, StreamedEvent_event } from './streamed-event.ts';
import { useEventStream } from './use-event-stream.ts';

const ToolEvents = graphql(`
  subscription UseToolEvents_toolEvents($filter: ToolEventFilter, $after: String, $last: Int!) {
    event: toolEvents(filter: $filter, after: $after, last: $last) {
      ...StreamedEvent_event
    }
  }
`);

/** With the person whose events were asked for when it came. */
type Oldest = { event: StreamedEvent; foundFor: string | null };

/**
 * The latest events of the tenant and those to come, filtered as the address says. Another filter looks again at
 * everything since the page was opened, so that narrowing and widening lose nothing.
 */
export function useToolEvents(search: string) {
  const client = useClient();
  const oldest = useRef<Oldest>(undefined);
  const { person } = readEventFilters(new URLSearchParams(search));
  const options = useMemo<StreamOptions>(() => {
    const values = readEventFilters(new URLSearchParams(search));
    const filter = toToolEventFilter(values);
    return {
      origin: () => {
        if (!oldest.current) return undefined;
        const { event, foundFor } = oldest.current;
        // What came as an event of this person is one; of others that is not known here.
        const asked = foundFor === values.person ? { ...values, person: null } : values;
        return { event, fits: fitsEventFilter(event, asked) };
      },
      open: (last) =>
        pipe(
          client.subscription(ToolEvents, { filter, after: last?.cursor, last: lookBack(values) }),
          map(({ data, error }) => ({ event: data && readFragment(StreamedEvent_event, data.event), error })),
        ),
    };
  }, [client, search]);
  const stream = useEventStream(options);
  const { events } = stream;
  useEffect(() => {
    // Beyond what is kept, nobody could look again.
    const [event] = events;
    const isNew = event !== undefined && event !== oldest.current?.event;
    if (isNew && (!oldest.current || events.length >= mostEvents)) oldest.current = { event, foundFor: person };
  }, [events, person]);
  return stream;
}
