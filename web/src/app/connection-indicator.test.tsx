import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type ConnectionState, connectionState } from '#lib/connection-state.ts';
import { renderAlone } from '../../test/render.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';

function renderAt(state: ConnectionState) {
  connectionState.set(state);
  renderAlone(
    <>
      <ConnectionIndicator />
      <ConnectionBanner />
    </>,
  );
}

describe('the connection indicator', () => {
  it.each([
    ['connected', 'Live', 'Changes made by others appear here at once.'],
    ['reconnecting', 'Reconnecting', 'Toolcrib keeps trying'],
    ['offline', 'Offline', 'This device has no network.'],
  ] as const)('says in words that it is %s', (state, label, explanation) => {
    renderAt(state);
    expect(screen.getByRole('status')).toHaveTextContent(label);
    expect(screen.getByRole('status')).toHaveTextContent(explanation);
  });

  it('follows the connection, politely for screen readers', () => {
    renderAt('connected');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
    act(() => connectionState.set('reconnecting'));
    expect(screen.getByRole('status')).toHaveTextContent('Reconnecting');
  });

  it('warns across the page only when the device is offline', () => {
    renderAt('reconnecting');
    expect(screen.queryByText('You are offline')).not.toBeInTheDocument();
    act(() => connectionState.set('offline'));
    expect(screen.getByText('You are offline')).toBeInTheDocument();
    act(() => connectionState.set('connected'));
    expect(screen.queryByText('You are offline')).not.toBeInTheDocument();
  });
});
