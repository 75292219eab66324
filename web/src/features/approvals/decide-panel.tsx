import { Card } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

type DecidePanelProps = { label: string; onClose: () => void; children: ReactNode };

/** What an action still needs to know, below the buttons. Escape leads back. */
export function DecidePanel({ label, onClose, children }: DecidePanelProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = (what: string) => root.current?.querySelector<HTMLElement>(what);
    (find('[data-autofocus]') ?? find('input, textarea, button') ?? root.current)?.focus();
  }, []);
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }
  return (
    <Card ref={root} role="group" aria-label={label} tabIndex={-1} withBorder padding="sm" onKeyDown={leave}>
      {children}
    </Card>
  );
}
