import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ToolFilter } from '#gql/graphql.ts';

const CategoriesQuery = graphql(`
  query CategoriesQuery($filter: ToolFilter) {
    toolCategories(filter: $filter) { name count }
  }
`);

export type Category = { name: string; count: number };

const none: readonly Category[] = [];

/** The shelves of all tools that the viewer sees and the filter lets pass. Those of the last filter stay until the new ones are known. */
export function useCategories(filter: ToolFilter | null = null): readonly Category[] {
  const [{ data }] = useQuery({ query: CategoriesQuery, variables: { filter } });
  return data?.toolCategories ?? none;
}
