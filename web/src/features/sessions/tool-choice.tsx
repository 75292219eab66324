import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const ToolChoiceQuery = graphql(`
  query ToolChoiceQuery($filter: ToolFilter) {
    tools(filter: $filter, first: 20) {
      edges { node { id slug name } }
    }
  }
`);

type ToolChoiceProps = { value: string | null; onChange: (slug: string | null) => void };

/** A filter by tool, searching as one types. A tool that is gone can still be named by its address. */
export function ToolChoice({ value, onChange }: ToolChoiceProps) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search, 200);
  const [{ data, fetching }] = useQuery({
    query: ToolChoiceQuery,
    // The box shows what is chosen; that is not a search.
    variables: { filter: words && !value ? { search: words } : null },
  });
  const tools = data?.tools.edges.map(({ node }) => ({ value: node.slug, label: node.name })) ?? [];
  const known = value === null || tools.some((tool) => tool.value === value);
  return (
    <Select
      aria-label="Filter by tool"
      placeholder="Every tool"
      clearable
      clearButtonProps={{ 'aria-label': 'Every tool' }}
      searchable
      flex="1 1 180px"
      data={known ? tools : [{ value, label: value }, ...tools]}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={fetching ? 'Searching…' : 'No tool fits. Try other words.'}
      value={value}
      onChange={onChange}
    />
  );
}
