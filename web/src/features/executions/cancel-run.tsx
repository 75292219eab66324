import { Button } from '@mantine/core';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import type { CancelRun_CancelToolRunMutation } from '#gql/graphql.ts';
import { useAction } from '#lib/use-action.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';

const CancelRun_cancelToolRun = graphql(`
  mutation CancelRun_cancelToolRun($input: CancelToolRunInput!) {
    cancelToolRun(input: $input) { outcome run { id status output error { code message } errorCode durationMs endedAt } }
  }
`);

const tell = ({ cancelToolRun: { outcome } }: CancelRun_CancelToolRunMutation) =>
  outcome === 'CANCELLED' ? 'The run was cancelled in time.' : 'Too late to cancel: the run had already ended.';

/** Not disabled while it works, which would take the focus away. */
export function CancelRun({ runId }: { runId: string }) {
  const cancel = useAction(CancelRun_cancelToolRun, tell);
  const [asked, setAsked] = useState(false);
  useFocusKept();
  async function press() {
    if (asked) return;
    setAsked(true);
    await cancel({ input: { id: runId } });
    setAsked(false);
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<CircleStop size={14} aria-hidden />}
      aria-disabled={asked}
      onClick={press}
    >
      {asked ? 'Cancelling…' : 'Cancel'}
    </Button>
  );
}
