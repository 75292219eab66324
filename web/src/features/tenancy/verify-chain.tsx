import { Alert, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OperationResult } from '@urql/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { VerifyChainQueryQuery } from '#gql/graphql.ts';
import { plural } from '#lib/format.ts';
import { ErrorNote } from '#ui/error-note.tsx';

const VerifyChainQuery = graphql(`
  query VerifyChainQuery {
    verifyAudit { valid entries brokenSeq }
  }
`);

/** Recalculates every hash on the server, so only on demand. */
export function VerifyChain() {
  const client = useClient();
  const [result, setResult] = useState<OperationResult<VerifyChainQueryQuery>>();
  const [opened, dialog] = useDisclosure(false);

  async function verify() {
    setResult(undefined);
    dialog.open();
    setResult(await client.query(VerifyChainQuery, {}, { requestPolicy: 'network-only' }).toPromise());
  }

  return (
    <>
      <Button variant="default" leftSection={<ShieldCheck size={16} aria-hidden />} onClick={verify}>
        Verify chain
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Verification of the audit log">
        {!result && (
          <Group role="status" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Checking every entry…</Text>
          </Group>
        )}
        {result?.error && <ErrorNote error={result.error} onRetry={verify} />}
        {result?.data && <Verdict verification={result.data.verifyAudit} />}
      </Modal>
    </>
  );
}

function Verdict({ verification }: { verification: VerifyChainQueryQuery['verifyAudit'] }) {
  const { valid, entries, brokenSeq } = verification;
  if (valid) {
    return (
      <Alert role="status" color="green" icon={<ShieldCheck size={18} aria-hidden />} title="The chain is whole">
        {plural(entries, 'entry', 'entries')} checked. None was changed, removed or put in between.
      </Alert>
    );
  }
  return (
    <Alert role="alert" color="red" icon={<ShieldAlert size={18} aria-hidden />} title="The chain is broken">
      Entry number {brokenSeq} does not fit the one before it: the log was changed outside of Toolcrib. Keep a copy of
      the database and tell your operator.
    </Alert>
  );
}
