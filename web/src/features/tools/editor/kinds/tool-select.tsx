import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import classes from '../editor.module.css';
import { Place } from '../place.tsx';
import { useError } from '../use-error.ts';

const ToolSelectQuery = graphql(`
  query ToolSelectQuery($filter: ToolFilter) {
    tools(filter: $filter, first: 20) {
      edges { node { id slug name description } }
    }
  }
`);

type ToolSelectProps = { name: string; spoken: string; onChosen: (slug: string) => void };

/** Chooses a tool of the catalog, searching as one types. */
export function ToolSelect({ name, spoken, onChosen }: ToolSelectProps) {
  const { field } = useController({ name });
  const includeUnavailable = useCan('tools.tenant.update');
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search, 200);
  // The box shows what is chosen; that is not a search.
  const wanted = words === field.value ? '' : words;
  const [{ data, fetching }] = useQuery({
    query: ToolSelectQuery,
    variables: { filter: { search: wanted || undefined, includeUnavailable: includeUnavailable || undefined } },
  });
  const tools = data?.tools.edges.map(({ node }) => node) ?? [];
  const slugs = new Set([...tools.map(({ slug }) => slug), ...(field.value ? [field.value as string] : [])]);
  return (
    <Place name={name}>
      <Select
        ref={field.ref}
        label="Tool"
        aria-label={`Tool of ${spoken}`}
        placeholder="Search by name, slug or purpose"
        required
        searchable
        withScrollArea={false}
        classNames={{ options: classes.options }}
        data={[...slugs]}
        filter={({ options }) => options}
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage={fetching ? 'Searching…' : 'No tool fits. Try other words.'}
        value={field.value || null}
        onBlur={field.onBlur}
        onChange={(slug) => {
          field.onChange(slug ?? '');
          onChosen(slug ?? '');
        }}
        error={useError(name)}
        renderOption={({ option }) => {
          const tool = tools.find(({ slug }) => slug === option.value);
          return (
            <div>
              <Text size="sm" fw={500}>
                {tool ? `${tool.name} (${tool.slug})` : option.value}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={1}>
                {tool?.description}
              </Text>
            </div>
          );
        }}
      />
    </Place>
  );
}
