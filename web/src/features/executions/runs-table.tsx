import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { RunsTable_RunFragment } from '#gql/graphql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ListTable } from '#ui/list-table.tsx';
import cells from '#ui/table-cell.module.css';
import { TimeAgo } from '#ui/time-ago.tsx';
import { runPath } from './run-path.ts';
import { RunStatusBadge } from './run-status-badge.tsx';
import { describeSource, formatDuration } from './run-words.ts';

const RunsTable_run = graphql(`
  fragment RunsTable_run on ToolRun { id toolSlug status errorCode requestedBy source subSource durationMs createdAt test }
`);

type RunsTableProps = {
  caption: string;
  runs: readonly FragmentType<typeof RunsTable_run>[];
  /** Where all runs are of one tool, its name says nothing. */
  withTool?: boolean;
};

export function RunsTable({ caption, runs, withTool = false }: RunsTableProps) {
  const columns = [
    { label: withTool ? 'Tool' : 'When' },
    { label: 'Who', wide: true },
    { label: 'From', wide: true },
    { label: 'Took', wide: true },
    ...(withTool ? [{ label: 'When', wide: true }] : []),
    { label: 'Status' },
  ];
  return (
    <ListTable caption={caption} columns={columns}>
      {readFragment(RunsTable_run, runs).map((run) => (
        <RunRow key={run.id} run={run} withTool={withTool} />
      ))}
    </ListTable>
  );
}

function RunRow({ run, withTool }: { run: RunsTable_RunFragment; withTool: boolean }) {
  const { tenant } = useViewer();
  const when = <TimeAgo value={run.createdAt} />;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={cells.head}>
        <Anchor component={Link} to={runPath(tenant.slug, run.id)} className={cells.wrap}>
          {withTool ? run.toolSlug : when}
          {!withTool && <VisuallyHidden>, by {run.requestedBy}</VisuallyHidden>}
        </Anchor>
        {run.test && (
          <Text span size="sm" c="dimmed">
            {' '}
            trial
          </Text>
        )}
        <Text component="div" size="sm" c="dimmed" hiddenFrom="sm" className={cells.wrap}>
          {run.requestedBy}
          {withTool && <>, {when}</>}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm" className={cells.wrap}>
        {run.requestedBy}
      </Table.Td>
      <Table.Td visibleFrom="sm">{describeSource(run.source, run.subSource)}</Table.Td>
      <Table.Td visibleFrom="sm">
        {typeof run.durationMs === 'number' ? formatDuration(run.durationMs) : <NotYet />}
      </Table.Td>
      {withTool && <Table.Td visibleFrom="sm">{when}</Table.Td>}
      <Table.Td>
        <RunStatusBadge status={run.status} errorCode={run.errorCode} />
      </Table.Td>
    </Table.Tr>
  );
}

function NotYet() {
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>Not known</VisuallyHidden>
    </>
  );
}
