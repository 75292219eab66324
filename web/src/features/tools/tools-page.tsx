import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks';
import { SearchX, Star, Wrench } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import type { ToolsPageQueryQuery } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useLoadMore } from '#lib/use-load-more.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMoreFooter } from '#ui/load-more-footer.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { ToolCards } from './tool-cards.tsx';
import { isNarrowed, noToolFilters, type ToolFilterValues, toToolFilter } from './tool-filter-values.ts';
import { ToolFilters } from './tool-filters.tsx';
import { ToolsTable } from './tools-table.tsx';
import { useCategories } from './use-categories.ts';
import { useSetSecrets } from './use-set-secrets.ts';

const ToolsPageQuery = graphql(`
  query ToolsPageQuery($filter: ToolFilter, $after: String) {
    tools(filter: $filter, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...ToolCards_tool ...ToolsTable_tool } }
    }
  }
`);

const selectTools = (data: ToolsPageQueryQuery) => data.tools;

const layouts = [
  { value: 'grid', label: 'Grid' },
  { value: 'table', label: 'Table' },
];

export function ToolsPage() {
  const [filters, setFilters] = useState(noToolFilters);
  const [search] = useDebouncedValue(filters.search, 250);
  const [layout, setLayout] = useLocalStorage({
    key: 'toolcrib-tools-layout',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
  });
  const asked = { ...filters, search };
  const categories = useCategories(toToolFilter({ ...asked, category: null }));
  const tools = useLoadMore({
    query: ToolsPageQuery,
    variables: { filter: toToolFilter(asked) },
    select: selectTools,
  });
  const setSecrets = useSetSecrets();
  const mayEdit = useCan('tools.tenant.update');
  const List = layout === 'table' ? ToolsTable : ToolCards;

  return (
    <Page
      title="Tools"
      description="What people and agents of this tenant can do, and what each action takes."
      actions={<SegmentedControl aria-label="Layout" data={layouts} value={layout} onChange={setLayout} />}
    >
      <ToolFilters
        value={filters}
        onChange={setFilters}
        categories={categories}
        searching={tools.searching}
        mayShowUnavailable={mayEdit}
      />
      <Loaded data={tools.nodes} error={tools.error} retry={tools.retry} loading={<TableLoading />}>
        {(nodes) =>
          nodes.length > 0 ? (
            <List tools={nodes} setSecrets={setSecrets} />
          ) : tools.searching ? (
            <TableLoading />
          ) : (
            <NoTools filters={asked} onShowAll={() => setFilters(noToolFilters)} />
          )
        }
      </Loaded>
      <LoadMoreFooter list={tools} noun="tool" />
    </Page>
  );
}

function NoTools({ filters, onShowAll }: { filters: ToolFilterValues; onShowAll: () => void }) {
  useFocusKept();
  if (isNarrowed(filters)) {
    return (
      <EmptyState icon={SearchX} title="No tool fits">
        Use fewer words, or take a filter away.
      </EmptyState>
    );
  }
  if (filters.favourites) {
    const showAll = (
      <Button variant="default" onClick={onShowAll}>
        Show all tools
      </Button>
    );
    return (
      <EmptyState icon={Star} title="No favourites yet" action={showAll}>
        Press the star of a tool, and you find it here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Wrench} title="No tools for you yet">
      Tools appear here as soon as an admin switches one on that your role may use.
    </EmptyState>
  );
}
