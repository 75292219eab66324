import { Alert, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AnyVariables, OperationResult, TypedDocumentNode } from '@urql/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import { ErrorNote } from './error-note.tsx';

/** `checked` and `broken` begin the sentence: "3 events", "Event number 2". */
type Verdict = { title: string } & ({ intact: true; checked: string } | { intact: false; broken: string });

type VerifyButtonProps<Data, Variables extends AnyVariables> = {
  label: string;
  /** Of the dialog. */
  title: string;
  /** What is checked one by one: "event". */
  noun: string;
  size?: 'xs';
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  judge: (data: Data) => Verdict;
};

/** Recalculates a chain of hashes on the server, so only on demand. */
export function VerifyButton<Data, Variables extends AnyVariables>(props: VerifyButtonProps<Data, Variables>) {
  const { label, title, noun, size, query, variables, judge } = props;
  const client = useClient();
  const [result, setResult] = useState<OperationResult<Data, Variables>>();
  const [opened, dialog] = useDisclosure(false);

  async function verify() {
    setResult(undefined);
    dialog.open();
    setResult(await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise());
  }

  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<ShieldCheck size={size === 'xs' ? 14 : 16} aria-hidden />}
        onClick={verify}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={title}>
        {!result && (
          <Group role="status" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Checking every {noun}…</Text>
          </Group>
        )}
        {result?.error && <ErrorNote error={result.error} onRetry={verify} />}
        {result?.data && <VerdictNote {...judge(result.data)} />}
      </Modal>
    </>
  );
}

function VerdictNote(verdict: Verdict) {
  if (verdict.intact) {
    return (
      <Alert role="status" color="green" icon={<ShieldCheck size={18} aria-hidden />} title={verdict.title}>
        {verdict.checked} checked. None was changed, removed or put in between.
      </Alert>
    );
  }
  return (
    <Alert role="alert" color="red" icon={<ShieldAlert size={18} aria-hidden />} title={verdict.title}>
      {verdict.broken} does not fit the one before it: the log was changed outside of Toolcrib. Keep a copy of the
      database and tell your operator.
    </Alert>
  );
}
