import { Code, DataList, Drawer, Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { formatDateTime } from '#lib/format.ts';
import { CodeBlock } from '#ui/code-block.tsx';
import classes from '#ui/table-cell.module.css';
import { DecisionBadge } from './audit-table.tsx';

const AuditEntryDrawer_entry = graphql(`
  fragment AuditEntryDrawer_entry on AuditEntry {
    id
    seq
    at
    actorKind
    actorLabel
    action
    targetType
    targetId
    permission
    decision
    details
    requestId
    hash
  }
`);

type MaskedEntry = FragmentType<typeof AuditEntryDrawer_entry>;

type AuditEntryDrawerProps = {
  entry: MaskedEntry | undefined;
  opened: boolean;
  onClose: () => void;
};

export function AuditEntryDrawer({ entry, opened, onClose }: AuditEntryDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" padding="lg" title="Audit entry">
      {entry && <AuditEntryDetails entry={entry} />}
    </Drawer>
  );
}

function AuditEntryDetails({ entry: masked }: { entry: MaskedEntry }) {
  const entry = readFragment(AuditEntryDrawer_entry, masked);
  const facts: [label: string, value: React.ReactNode][] = [
    ['Number', entry.seq],
    ['When', formatDateTime(entry.at)],
    ['Who', `${entry.actorLabel} (${entry.actorKind})`],
    ['What', <Code key="action">{entry.action}</Code>],
    ['Decision', <DecisionBadge key="decision" decision={entry.decision} />],
    ['Permission', entry.permission && <Code>{entry.permission}</Code>],
    ['Target', entry.targetType],
    ['Target id', entry.targetId && <Code>{entry.targetId}</Code>],
    ['Request', entry.requestId && <Code>{entry.requestId}</Code>],
    ['Hash', <Code key="hash">{entry.hash}</Code>],
  ];
  return (
    <Stack gap="md">
      <DataList labelWidth="96px">
        {facts.map(
          ([label, value]) =>
            value && (
              <DataList.Item key={label}>
                <DataList.ItemLabel>{label}</DataList.ItemLabel>
                <DataList.ItemValue className={classes.wrap}>{value}</DataList.ItemValue>
              </DataList.Item>
            ),
        )}
      </DataList>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Details
        </Text>
        <CodeBlock label="details as JSON" code={JSON.stringify(entry.details, null, 2)} />
      </div>
    </Stack>
  );
}
