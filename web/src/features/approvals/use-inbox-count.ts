import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const InboxCountQuery = graphql(`
  query InboxCountQuery {
    myInbox(first: 1) { totalCount }
  }
`);

/** How many things wait on the viewer. News of the inbox make the cache ask again. */
export function useInboxCount(): number {
  const [{ data }] = useQuery({ query: InboxCountQuery });
  return data?.myInbox.totalCount ?? 0;
}
