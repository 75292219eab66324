import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import { formatDateTime } from '#lib/format.ts';
import { useAction } from '#lib/use-action.ts';
import { snoozeTimes } from './snooze-times.ts';

const SnoozeChoice_snoozeApproval = graphql(`
  mutation SnoozeChoice_snoozeApproval($input: SnoozeApprovalInput!) {
    snoozeApproval(input: $input) { approval { id } }
  }
`);

export function SnoozeChoice({ approvalId, onDone }: { approvalId: string; onDone: () => void }) {
  const snooze = useAction(SnoozeChoice_snoozeApproval);
  const [busy, setBusy] = useState(false);
  async function choose(until: Date) {
    if (busy) return;
    setBusy(true);
    const done = await snooze({ input: { id: approvalId, until: until.toISOString() } });
    setBusy(false);
    if (done) onDone();
  }
  return (
    <Stack gap="xs">
      <Text size="sm">Leave it out of the inbox for a while. Others can still decide, and it can still expire.</Text>
      <Group gap="xs">
        {snoozeTimes(new Date()).map(({ label, until }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            title={formatDateTime(until.toISOString())}
            aria-disabled={busy}
            onClick={() => choose(until)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
