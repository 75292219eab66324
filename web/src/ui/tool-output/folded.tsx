import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import displays from '#ui/schema-form/displays/displays.module.css';

/** From here on a reader opens what they want to see. */
const OPEN_LEVELS = 2;

type FoldedProps = { depth: number; name: string; about: string; children: ReactNode };

/** Deep parts are not in the page before they are opened, so that nesting costs nothing. */
export function Folded({ depth, name, about, children }: FoldedProps) {
  const [opened, setOpened] = useState(false);
  const body = depth > 0 ? <div className={displays.nested}>{children}</div> : children;
  if (depth <= OPEN_LEVELS) return body;
  return (
    <div>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={opened}
        aria-label={`${opened ? 'Hide' : 'Show'} ${about} of ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {opened ? 'Hide' : `Show ${about}`}
      </Button>
      {opened && body}
    </div>
  );
}
