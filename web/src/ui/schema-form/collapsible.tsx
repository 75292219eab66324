import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

export type CollapsibleProps = {
  long: boolean;
  /** The beginning, for a first look. */
  short: ReactNode;
  /** Which thing the button opens, for those who hear only the button. */
  name: string;
  children: ReactNode;
};

/** Shows the beginning of a long value until somebody wants the rest; the rest is not in the page before. */
export function Collapsible({ long, short, name, children }: CollapsibleProps) {
  const [opened, setOpened] = useState(false);
  if (!long) return children;
  return (
    <div>
      {opened ? children : short}
      <Button
        size="compact-xs"
        variant="subtle"
        mt={4}
        aria-expanded={opened}
        aria-label={opened ? `Show less of ${name}` : `Show all of ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {opened ? 'Show less' : 'Show all'}
      </Button>
    </div>
  );
}
