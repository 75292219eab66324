import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type ConnectionState, useConnection } from '#lib/connection-state.ts';
import { createEventStream, type StreamOptions, type StreamView } from './event-stream.ts';

export type StreamState = ConnectionState | 'catching-up' | 'stopped';

export type FollowedEvents = StreamView & {
  state: StreamState;
  pause: () => void;
  resume: () => void;
  retry: () => void;
};

/** Follows one log for as long as the component is there. Other options are another stream: keep them in a memo. */
export function useEventStream(options: StreamOptions): FollowedEvents {
  const stream = useMemo(() => createEventStream(options), [options]);
  useEffect(() => stream.start(), [stream]);
  const view = useSyncExternalStore(stream.subscribe, stream.get);
  const state = stateOf(view, useConnection());
  return { ...view, state, pause: stream.pause, resume: stream.resume, retry: stream.retry };
}

function stateOf({ error, catchingUp }: StreamView, connection: ConnectionState): StreamState {
  if (error) return 'stopped';
  return connection === 'connected' && catchingUp ? 'catching-up' : connection;
}
