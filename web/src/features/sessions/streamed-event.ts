import { graphql } from '#gql/gql.ts';
import type { StreamedEvent_EventFragment } from '#gql/graphql.ts';

/** What every stream brings of an event: its place in the log, and what a row shows. */
export const StreamedEvent_event = graphql(`
  fragment StreamedEvent_event on SessionEvent {
    id
    cursor
    seq
    sessionId
    runId
    type
    toolSlug
    source
    subSource
    actor
    test
    payload
    createdAt
  }
`);

export type StreamedEvent = StreamedEvent_EventFragment;
