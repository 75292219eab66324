import { Alert, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OperationResult } from '@urql/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { VerifyLogQueryQuery } from '#gql/graphql.ts';
import { plural } from '#lib/format.ts';
import { ErrorNote } from '#ui/error-note.tsx';

const VerifyLogQuery = graphql(`
  query VerifyLogQuery($id: ID!) {
    verifySession(id: $id) { intact events brokenSeq }
  }
`);

/** Recalculates the chain of the session on the server, so only on demand. */
export function VerifyLog({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const [result, setResult] = useState<OperationResult<VerifyLogQueryQuery>>();
  const [opened, dialog] = useDisclosure(false);

  async function verify() {
    setResult(undefined);
    dialog.open();
    setResult(await client.query(VerifyLogQuery, { id: sessionId }, { requestPolicy: 'network-only' }).toPromise());
  }

  return (
    <>
      <Button size="xs" variant="default" leftSection={<ShieldCheck size={14} aria-hidden />} onClick={verify}>
        Verify log
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Verification of the session’s log">
        {!result && (
          <Group role="status" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Checking every event…</Text>
          </Group>
        )}
        {result?.error && <ErrorNote error={result.error} onRetry={verify} />}
        {result?.data && <Verdict {...result.data.verifySession} />}
      </Modal>
    </>
  );
}

function Verdict({ intact, events, brokenSeq }: VerifyLogQueryQuery['verifySession']) {
  if (intact) {
    return (
      <Alert
        role="status"
        color="green"
        icon={<ShieldCheck size={18} aria-hidden />}
        title="The log is as it was written"
      >
        {plural(events, 'event')} checked. None was changed, removed or put in between.
      </Alert>
    );
  }
  return (
    <Alert role="alert" color="red" icon={<ShieldAlert size={18} aria-hidden />} title="The log was changed">
      Event number {brokenSeq} does not fit the one before it: the log was changed outside of Toolcrib. Keep a copy of
      the database and tell your operator.
    </Alert>
  );
}
