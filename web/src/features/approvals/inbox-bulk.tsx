import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { DenyForm } from './deny-form.tsx';
import { type BulkItem, type BulkResults, useBulkDecision } from './use-bulk-decision.ts';
import { useDrafts } from './use-drafts.ts';

type InboxBulkProps = { selected: readonly BulkItem[]; onClear: () => void };

/** Decides about all that is ticked, alike. */
export function InboxBulk({ selected, onClear }: InboxBulkProps) {
  const { decideAll, deciding, results, dismiss } = useBulkDecision();
  const [denying, setDenying] = useState(false);
  const calls = plural(selected.length, 'call');
  const subject = selected.map(({ id }) => id).join(' ');
  const drafts = useDrafts(subject);

  async function approve() {
    const sure = await confirmAction({
      title: `Approve ${calls}?`,
      body: 'Each of them runs at once with the arguments it asked for. This cannot be taken back.',
      confirmLabel: `Approve ${calls}`,
    });
    if (!sure) return;
    await decideAll(selected, 'APPROVE');
    onClear();
  }
  async function deny(reason: string) {
    await decideAll(selected, 'DENY', reason);
    drafts.forget();
    setDenying(false);
    onClear();
  }
  return (
    <Stack gap="xs">
      {selected.length > 0 && (
        <Group gap="xs" role="group" aria-label="Selected calls">
          <Text size="sm">{calls} selected</Text>
          <Button size="xs" loading={deciding && !denying} disabled={denying} onClick={() => void approve()}>
            Approve selected
          </Button>
          <Button size="xs" variant="light" color="red" aria-expanded={denying} onClick={() => setDenying(!denying)}>
            Deny selected
          </Button>
          <Button size="xs" variant="subtle" onClick={onClear}>
            Clear
          </Button>
        </Group>
      )}
      {denying && selected.length > 0 && (
        <DecidePanel label="Deny selected" onClose={() => setDenying(false)}>
          <DenyForm
            subject={subject}
            label={`Deny ${calls}`}
            submitting={deciding}
            onDeny={({ reason = '' }) => void deny(reason)}
            onCancel={() => setDenying(false)}
          />
        </DecidePanel>
      )}
      <div role="status">{results && <BulkSummary results={results} onClose={dismiss} />}</div>
    </Stack>
  );
}

function BulkSummary({ results, onClose }: { results: BulkResults; onClose: () => void }) {
  const { decision, done, failed } = results;
  const verb = decision === 'APPROVE' ? 'approved' : 'denied';
  return (
    <Alert
      color={failed.length > 0 ? 'yellow' : 'green'}
      title={`${plural(done, 'call')} ${verb}`}
      withCloseButton
      closeButtonLabel="Close the summary"
      onClose={onClose}
    >
      {failed.length > 0 && (
        <>
          <Text size="sm">{plural(failed.length, 'call')} could not be:</Text>
          <List size="sm">
            {failed.map(({ id, title, why }) => (
              <List.Item key={id}>
                {title}: {why}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
