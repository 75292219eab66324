import { Anchor, Badge, Table, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { AuditDecision } from '#gql/graphql.ts';
import { formatDateTime } from '#lib/format.ts';
import { ListTable } from '#ui/list-table.tsx';
import classes from '#ui/table-cell.module.css';

const AuditTable_entry = graphql(`
  fragment AuditTable_entry on AuditEntry { id seq at actorLabel action targetType decision }
`);

type AuditTableProps = {
  entries: readonly FragmentType<typeof AuditTable_entry>[];
  onOpen: (id: string) => void;
};

export function AuditTable({ entries, onOpen }: AuditTableProps) {
  return (
    <ListTable
      caption="Audit log, newest first"
      columns={[
        { label: 'What' },
        { label: 'Who', wide: true },
        { label: 'Target', wide: true },
        { label: 'When', wide: true },
        { label: 'Decision' },
      ]}
    >
      {readFragment(AuditTable_entry, entries).map((entry) => (
        <Table.Tr key={entry.id}>
          <Table.Th scope="row" className={classes.head}>
            <Anchor
              component="button"
              type="button"
              ta="start"
              className={classes.wrap}
              onClick={() => onOpen(entry.id)}
            >
              {entry.action}
            </Anchor>
            <Text size="sm" c="dimmed" hiddenFrom="sm" className={classes.wrap}>
              {entry.actorLabel}, {formatDateTime(entry.at)}
            </Text>
          </Table.Th>
          <Table.Td visibleFrom="sm" className={classes.wrap}>
            {entry.actorLabel}
          </Table.Td>
          <Table.Td visibleFrom="sm">{entry.targetType}</Table.Td>
          <Table.Td visibleFrom="sm">
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </Table.Td>
          <Table.Td>
            <DecisionBadge decision={entry.decision} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

export function DecisionBadge({ decision }: { decision: AuditDecision }) {
  return (
    <Badge variant="light" miw="max-content" color={decision === 'ALLOWED' ? 'gray' : 'red'}>
      {decision === 'ALLOWED' ? 'Allowed' : 'Denied'}
    </Badge>
  );
}
