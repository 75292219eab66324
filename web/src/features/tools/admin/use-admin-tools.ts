import { graphql } from '#gql/gql.ts';
import type { AdminToolsQueryQuery, ToolFilter } from '#gql/graphql.ts';
import { useLoadMore } from '#lib/use-load-more.ts';

const AdminToolsQuery = graphql(`
  query AdminToolsQuery($filter: ToolFilter!, $after: String) {
    tools(filter: $filter, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id ...AdminToolRow_tool } }
    }
  }
`);

const selectTools = (data: AdminToolsQueryQuery) => data.tools;

/** Tools of one sort, also those that nobody can use now. */
export function useAdminTools(sort: Pick<ToolFilter, 'kind' | 'origin'>, search: string) {
  const filter = { ...sort, includeUnavailable: true, ...(search && { search }) };
  return useLoadMore({ query: AdminToolsQuery, variables: { filter }, select: selectTools });
}

export type AdminTools = ReturnType<typeof useAdminTools>;
