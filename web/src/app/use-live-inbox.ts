import { useEffect } from 'react';
import { useSubscription } from 'urql';
import { useInboxCount } from '#features/approvals/use-inbox-count.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const InboxChanged = graphql(`
  subscription Shell_myInboxChanged {
    myInboxChanged {
      count
    }
  }
`);

const ApprovalsChanged = graphql(`
  subscription Shell_approvalsChanged {
    approvalsChanged {
      id
    }
  }
`);

/** Keeps what waits on the viewer true on screen, and its number in the title of the tab. */
export function useLiveInbox() {
  const seesAll = useCan('approvals.team.read');
  const decidesAll = useCan('approvals.team.decide');
  useSubscription({ query: InboxChanged });
  useSubscription({ query: ApprovalsChanged, pause: !seesAll && !decidesAll });
  useTitleCount(useInboxCount());
}

const withoutCount = () => document.title.replace(/^\(\d+\) /u, '');

/** Each page writes its own title; the number is put before whatever it writes. */
function useTitleCount(count: number) {
  useEffect(() => {
    if (count === 0) return;
    const show = () => {
      const title = `(${count}) ${withoutCount()}`;
      if (document.title !== title) document.title = title;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = withoutCount();
    };
  }, [count]);
}
