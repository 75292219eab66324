import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const ToolSearchQuery = graphql(`
  query ToolSearchQuery($filter: ToolFilter) {
    tools(filter: $filter, first: 20) {
      edges { node { id slug name } }
    }
  }
`);

/** Tools as one types; the search is the server's, so it also finds the thousandth one. */
export function useToolSearch(search: string, { usable = false } = {}) {
  const seesAll = useCan('tools.tenant.update') && !usable;
  const [words] = useDebouncedValue(search.trim(), 200);
  const [{ data, fetching }] = useQuery({
    query: ToolSearchQuery,
    variables: { filter: { search: words || undefined, includeUnavailable: seesAll || undefined } },
  });
  const tools = data?.tools.edges.map(({ node }) => ({ value: node.slug, label: node.name })) ?? [];
  return { tools, nothingFound: fetching ? 'Searching…' : 'No tool fits. Try other words.' };
}
