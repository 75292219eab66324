import { VisuallyHidden } from '@mantine/core';
import { Inbox, type LucideProps } from 'lucide-react';
import { forwardRef } from 'react';
import classes from './inbox-icon.module.css';
import { useInboxCount } from './use-inbox-count.ts';

const MOST = 99;

/** The inbox, with how much is in it. */
export const InboxIcon = forwardRef<SVGSVGElement, LucideProps>(function InboxIcon(props, ref) {
  const count = useInboxCount();
  return (
    <>
      <Inbox ref={ref} {...props} />
      {count > 0 && (
        <span className={classes.count}>
          {count > MOST ? `${MOST}+` : count}
          <VisuallyHidden> waiting in </VisuallyHidden>
        </span>
      )}
    </>
  );
});
