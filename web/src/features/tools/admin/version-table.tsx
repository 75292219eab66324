import { Badge, Table, Text } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { ListTable } from '#ui/list-table.tsx';
import { RowAction } from '#ui/row-action.tsx';
import cells from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';

const VersionTable_version = graphql(`
  fragment VersionTable_version on ToolVersion { version createdBy createdAt lastSavedAt }
`);

const columns = [
  { label: 'Version' },
  { label: 'Saved by' },
  { label: 'Saved', wide: true },
  { label: 'Actions', unseen: true },
];

type VersionTableProps = {
  /** Newest first. */
  versions: readonly FragmentType<typeof VersionTable_version>[];
  /** Left out for those who may only look. */
  onRestore?: (version: number) => void;
};

export function VersionTable({ versions, onRestore }: VersionTableProps) {
  return (
    <ListTable caption="Versions" columns={columns}>
      {readFragment(VersionTable_version, versions).map(({ version, createdBy, createdAt, lastSavedAt }, index) => (
        <Table.Tr key={version}>
          <Table.Th scope="row" className={cells.head}>
            {version} {index === 0 && <Badge variant="light">Present</Badge>}
          </Table.Th>
          <Table.Td className={cells.wrap}>
            {createdBy}
            <Text size="sm" c="dimmed" hiddenFrom="sm">
              <TimeAgo value={createdAt} />
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <TimeAgo value={createdAt} />
            {lastSavedAt !== createdAt && (
              <Text size="sm" c="dimmed">
                the same again <TimeAgo value={lastSavedAt} />
              </Text>
            )}
          </Table.Td>
          <Table.Td ta="right">
            {index > 0 && onRestore && (
              <RowAction
                icon={RotateCcw}
                label={`Restore version ${version}`}
                tip="Restore"
                onClick={() => onRestore(version)}
              />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
