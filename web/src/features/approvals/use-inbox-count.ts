import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const InboxCountQuery = graphql(`
  query InboxCountQuery {
    myInbox(first: 1) { totalCount }
  }
`);

/** How many things wait on the viewer. News of the inbox make the cache ask again. */
export function useInboxCount(): number {
  const [{ data }] = useQuery({ query: InboxCountQuery, pause: !useCan('tools.tenant.read') });
  return data?.myInbox.totalCount ?? 0;
}
