import { Anchor } from '@mantine/core';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { RunsTable } from './runs-table.tsx';
import { useRunNews } from './use-run-news.ts';

const RunHistoryQuery = graphql(`
  query RunHistoryQuery($filter: ToolRunFilter) {
    toolRuns(filter: $filter, first: 10) {
      edges { node { id ...RunsTable_run } }
    }
  }
`);

/** The latest runs of one tool. */
export function RunHistory({ toolSlug }: { toolSlug: string }) {
  const { tenant } = useViewer();
  const seesAll = useCan('sessions.tenant.read');
  const [{ data, error }, ask] = useQuery({ query: RunHistoryQuery, variables: { filter: { toolSlug } } });
  const reload = () => ask({ requestPolicy: 'network-only' });
  useRunNews(toolSlug, reload);
  const runs = data?.toolRuns.edges.map(({ node }) => node);
  return (
    <SectionCard
      title="Runs"
      description={seesAll ? 'The latest of everybody.' : 'Your latest.'}
      actions={
        <Anchor component={Link} to={`/t/${tenant.slug}/runs?tool=${encodeURIComponent(toolSlug)}`}>
          All runs of this tool
        </Anchor>
      }
    >
      <Loaded data={runs} error={error} retry={reload} loading={<TableLoading rows={3} />}>
        {(nodes) =>
          nodes.length > 0 ? (
            <RunsTable caption="Latest runs" runs={nodes} />
          ) : (
            <EmptyState icon={History} title="No runs yet">
              Every run of this tool is kept here, with its input and its result.
            </EmptyState>
          )
        }
      </Loaded>
    </SectionCard>
  );
}
