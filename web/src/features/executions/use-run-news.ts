import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { graphql } from '#gql/gql.ts';

const UseRunNews_toolEvents = graphql(`
  subscription UseRunNews_toolEvents($filter: ToolEventFilter) {
    toolEvents(filter: $filter) { id }
  }
`);

const types = [
  'tool.queued',
  'tool.needs_approval',
  'tool.started',
  'tool.completed',
  'tool.failed',
  'tool.denied',
  'tool.cancelled',
];

/** However much happens, the list is read again at most this often. */
const REST_MS = 1000;

/** Tells when runs begin or end, so that a list of them can be read again. */
export function useRunNews(toolSlug: string | undefined, onNews: () => void) {
  const client = useClient();
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      latest.current();
    };
    const filter = { types, ...(toolSlug !== undefined && { toolSlug }) };
    const { unsubscribe } = pipe(
      client.subscription(UseRunNews_toolEvents, { filter }),
      subscribe(({ data }) => {
        if (data) timer ??= setTimeout(tell, REST_MS);
      }),
    );
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client, toolSlug]);
}
