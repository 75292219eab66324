import classes from './stream-state.module.css';
import type { StreamState as State } from './use-event-stream.ts';

const words: Record<State, string> = {
  connecting: 'Connecting',
  connected: 'Connected',
  'catching-up': 'Catching up',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
  stopped: 'Stopped',
};

/** How live the list is. Not spoken: the shell tells of the connection, the page of new events. */
export function StreamState({ state, paused }: { state: State; paused: boolean }) {
  return (
    <span className={classes.root}>
      <span className={classes.dot} data-state={state} aria-hidden />
      <span>{words[state]}</span>
      {paused && <span>(paused)</span>}
    </span>
  );
}
