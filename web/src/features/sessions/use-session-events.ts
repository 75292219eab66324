import { useMemo } from 'react';
import { useClient } from 'urql';
import { map, pipe } from 'wonka';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { StreamOptions } from './event-stream.ts';
import { StreamedEvent_event } from './streamed-event.ts';
import { useEventStream } from './use-event-stream.ts';

const SessionEvents = graphql(`
  subscription UseSessionEvents_sessionEvents($sessionId: ID!, $afterSeq: Int) {
    event: sessionEvents(sessionId: $sessionId, afterSeq: $afterSeq) {
      ...StreamedEvent_event
    }
  }
`);

/** Everything that happened in a session, and what happens next. */
export function useSessionEvents(sessionId: string) {
  const client = useClient();
  const options = useMemo<StreamOptions>(
    () => ({
      fromStart: true,
      open: (last) =>
        pipe(
          client.subscription(SessionEvents, { sessionId, afterSeq: last?.seq ?? 0 }),
          map(({ data, error }) => ({ event: data && readFragment(StreamedEvent_event, data.event), error })),
        ),
    }),
    [client, sessionId],
  );
  return useEventStream(options);
}
