import { Alert, Button, Group, Stack } from '@mantine/core';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { JsonView } from '#ui/tool-output/json-view.tsx';

const ReceiptCheckQuery = graphql(`
  query ReceiptCheckQuery($approvalId: ID!) {
    verifyReceipt(approvalId: $approvalId) { valid reason seq content previousHash hash signature }
  }
`);

/** Asks the server each time: a receipt that was good once may have been touched since. */
export function ReceiptCheck({ approvalId }: { approvalId: string }) {
  const [asked, setAsked] = useState(false);
  const [{ data, error, fetching }, ask] = useQuery({
    query: ReceiptCheckQuery,
    variables: { approvalId },
    pause: !asked,
    requestPolicy: 'network-only',
  });
  const check = () => (asked ? ask() : setAsked(true));
  const receipt = fetching ? undefined : data?.verifyReceipt;
  return (
    <Stack gap="xs">
      <Group>
        <Button size="xs" variant="default" aria-disabled={fetching} onClick={() => !fetching && check()}>
          {fetching ? 'Checking…' : 'Check the receipt'}
        </Button>
      </Group>
      <div role="status">{receipt && <ReceiptNote {...receipt} />}</div>
      {error && !fetching && <ErrorNote error={error} onRetry={check} />}
    </Stack>
  );
}

type Receipt = { valid: boolean; reason?: string | null; seq?: number | null };

function ReceiptNote({ valid, reason, ...receipt }: Receipt) {
  const Icon = valid ? ShieldCheck : ShieldX;
  const isKept = typeof receipt.seq === 'number';
  const name = isKept ? `Receipt ${receipt.seq}` : 'The receipt';
  const title = valid ? `${name} is genuine` : `${name} cannot be trusted`;
  return (
    <Alert color={valid ? 'green' : 'red'} icon={<Icon size={18} aria-hidden />} title={title}>
      <Stack gap="xs">
        <span>
          {valid
            ? 'It is signed, unchanged, in its place among the receipts, and the approval and the log tell the same.'
            : `${reason ?? 'It is not as it was written.'} Tell your operator before you rely on this decision.`}
        </span>
        {isKept && <JsonView value={receipt} label="receipt as JSON" />}
      </Stack>
    </Alert>
  );
}
