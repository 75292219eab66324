import { Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { ApprovalCard } from './approval-card.tsx';
import type { AskedPanel } from './decide-buttons.tsx';
import { useKeys } from './use-keys.ts';

const ApprovalPaneQuery = graphql(`
  query ApprovalPaneQuery($id: ID!) {
    approval(id: $id) { id ...ApprovalCard_approval }
  }
`);

/** Keys that mean to open something are kept until it is there. What cannot be taken back is not done unseen. */
function ComingCard({ onAsk }: { onAsk: (panel: AskedPanel) => void }) {
  useKeys({ d: () => onAsk('deny'), e: () => onAsk('edit') });
  return <FormLoading />;
}

/** The card of one approval, beside the list. */
export function ApprovalPane({ id }: { id: string }) {
  const [{ data, error, fetching }, ask] = useQuery({ query: ApprovalPaneQuery, variables: { id } });
  const approval = data?.approval;
  const [asked, setAsked] = useState<{ id: string; panel: AskedPanel }>();
  const opens = asked?.id === id ? asked.panel : undefined;
  if (approval?.id === id) return <ApprovalCard key={id} approval={approval} hotkeys opens={opens} />;
  if (error) return <ErrorNote error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (fetching || approval) return <ComingCard onAsk={(panel) => setAsked({ id, panel })} />;
  return <Text c="dimmed">This call is not for you to see any more. Choose another one.</Text>;
}
