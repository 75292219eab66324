import { type ConnectionState, useConnection } from '#lib/connection-state.ts';
import classes from './connection-indicator.module.css';

export const connectionTexts: Record<ConnectionState, { label: string; explanation: string }> = {
  connecting: {
    label: 'Connecting',
    explanation: 'Opening the live connection.',
  },
  connected: {
    label: 'Live',
    explanation: 'Changes made by others appear here at once.',
  },
  reconnecting: {
    label: 'Reconnecting',
    explanation: 'The live connection was lost. Toolcrib keeps trying and then catches up.',
  },
  offline: {
    label: 'Offline',
    explanation: 'This device has no network. What you see may be out of date.',
  },
};

/** The explanation is a tooltip of plain CSS: it is there before any popup code is. */
export function ConnectionIndicator() {
  const state = useConnection();
  const { label, explanation } = connectionTexts[state];
  return (
    <div className={classes.root} role="status" aria-live="polite">
      <span className={classes.dot} data-state={state} aria-hidden />
      <span>{label}</span>
      <span className={classes.explanation}>{explanation}</span>
    </div>
  );
}
