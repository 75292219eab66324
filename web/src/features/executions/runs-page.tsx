import { Button, Card } from '@mantine/core';
import { History, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { graphql } from '#gql/gql.ts';
import type { RunsPageQueryQuery } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { useViewer } from '#lib/viewer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { readRunFilters, toRunFilter, writeRunFilters } from './run-filter-values.ts';
import { RunFilters } from './run-filters.tsx';
import { RunsTable } from './runs-table.tsx';
import { useRunNews } from './use-run-news.ts';

const RunsPageQuery = graphql(`
  query RunsPageQuery($filter: ToolRunFilter, $after: String) {
    toolRuns(filter: $filter, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...RunsTable_run } }
    }
  }
`);

const selectRuns = (data: RunsPageQueryQuery) => data.toolRuns;

export function RunsPage() {
  const [address, setAddress] = useSearchParams();
  const search = address.toString();
  const filters = useMemo(() => readRunFilters(new URLSearchParams(search)), [search]);
  // The span is counted from when it was chosen: counted anew with each drawing, it would be another search each time.
  const filter = useMemo(() => toRunFilter(filters, Date.now()), [filters]);
  const runs = useLoadMore({ query: RunsPageQuery, variables: { filter }, select: selectRuns });
  const seesAll = useCan('sessions.tenant.read');
  useRunNews(filters.tool ?? undefined, runs.retry);

  return (
    <Page
      title="Runs"
      description={seesAll ? 'Every call of a tool, newest first.' : 'Your calls of tools, newest first.'}
    >
      <RunFilters value={filters} onChange={(value) => setAddress(writeRunFilters(value), { replace: true })} />
      <Card>
        <Loaded data={runs.nodes} error={runs.error} retry={runs.retry} loading={<TableLoading rows={8} />}>
          {(nodes) =>
            nodes.length > 0 ? (
              <RunsTable caption="Runs, newest first" runs={nodes} withTool />
            ) : runs.searching ? (
              <TableLoading />
            ) : (
              <NoRuns narrowed={filter !== null} onShowAll={() => setAddress({}, { replace: true })} />
            )
          }
        </Loaded>
        <LoadMoreFooter list={runs} noun="run" />
      </Card>
    </Page>
  );
}

function NoRuns({ narrowed, onShowAll }: { narrowed: boolean; onShowAll: () => void }) {
  const { tenant } = useViewer();
  useFocusKept();
  if (narrowed) {
    const showAll = (
      <Button variant="default" onClick={onShowAll}>
        Show all runs
      </Button>
    );
    return (
      <EmptyState icon={SearchX} title="No run fits" action={showAll}>
        Take a filter away, or look further back.
      </EmptyState>
    );
  }
  const toTools = (
    <Button component={Link} to={`/t/${tenant.slug}/tools`} variant="default">
      Go to the tools
    </Button>
  );
  return (
    <EmptyState icon={History} title="Nothing has been run yet" action={toTools}>
      Run a tool, and its input, its result and how it came about are kept here.
    </EmptyState>
  );
}
