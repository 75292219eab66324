import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { graphql } from '#gql/gql.ts';
import { errorCode } from '#lib/describe-error.ts';
import { isEnd, type RunEvent } from './run-events.ts';

const UseRunEvents_sessionEvents = graphql(`
  subscription UseRunEvents_sessionEvents($sessionId: ID!) {
    sessionEvents(sessionId: $sessionId) { id seq type toolSlug runId parentRunId subSource payload createdAt }
  }
`);

/** A log is replayed faster than it can be drawn event by event. */
const DRAW_MS = 50;

type Known = { runId: string; events: readonly RunEvent[]; isRefused?: boolean };

const none: Omit<Known, 'runId'> = { events: [], isRefused: false };

/** What happened in the session since the run began, and happens until it ends; refused to those who may not see it. */
export function useRunEvents(run: { id: string; sessionId: string } | undefined): Omit<Known, 'runId'> {
  const client = useClient();
  const [known, setKnown] = useState<Known>();
  const runId = run?.id;
  const sessionId = run?.sessionId;

  useEffect(() => {
    if (runId === undefined || sessionId === undefined) return;
    const events: RunEvent[] = [];
    let lastSeq = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    const draw = () => {
      timer = undefined;
      setKnown({ runId, events: [...events] });
    };
    const { unsubscribe } = pipe(
      client.subscription(UseRunEvents_sessionEvents, { sessionId }),
      subscribe(({ data, error }) => {
        if (error && errorCode(error) === 'NOT_FOUND') setKnown({ runId, events, isRefused: true });
        const event = data?.sessionEvents;
        // After a gap the log is told from its beginning once more.
        if (!event || event.seq <= lastSeq) return;
        lastSeq = event.seq;
        if (events.length === 0 && event.runId !== runId) return;
        events.push(event);
        timer ??= setTimeout(draw, DRAW_MS);
        if (event.runId === runId && isEnd(event.type)) stop();
      }),
    );
    stop = unsubscribe;
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client, runId, sessionId]);

  return known && known.runId === runId ? known : none;
}
