import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { ApprovalCard } from './approval-card.tsx';

const ApprovalPaneQuery = graphql(`
  query ApprovalPaneQuery($id: ID!) {
    approval(id: $id) { id ...ApprovalCard_approval }
  }
`);

/** The card of one approval, beside the list. */
export function ApprovalPane({ id }: { id: string }) {
  const [{ data, error, fetching }, ask] = useQuery({ query: ApprovalPaneQuery, variables: { id } });
  const approval = data?.approval;
  if (approval?.id === id) return <ApprovalCard key={id} approval={approval} hotkeys />;
  if (error) return <ErrorNote error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (fetching || approval) return <FormLoading />;
  return <Text c="dimmed">This call is not for you to see any more. Choose another one.</Text>;
}
