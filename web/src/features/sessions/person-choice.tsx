import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const PersonChoiceQuery = graphql(`
  query PersonChoiceQuery($search: String) {
    members(search: $search, first: 20) {
      edges { node { id user { id name email } } }
    }
  }
`);

const ChosenPersonQuery = graphql(`
  query ChosenPersonQuery($id: ID!) {
    node(id: $id) {
      id
      ... on User { name email }
    }
  }
`);

type PersonChoiceProps = { value: string | null; onChange: (userId: string | null) => void };

/** A filter by person, searching as one types. Somebody who has left can still be named by the address. */
export function PersonChoice({ value, onChange }: PersonChoiceProps) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [{ data, fetching }] = useQuery({
    query: PersonChoiceQuery,
    // The box shows who is chosen; that is not a search.
    variables: { search: words && !value ? words : null },
  });
  const found = data?.members.edges.map(({ node }) => node.user) ?? [];
  const isMissing = value !== null && data !== undefined && found.every(({ id }) => id !== value);
  const chosen = useChosen(value, isMissing);
  const people = isMissing ? [chosen, ...found] : found;
  return (
    <Select
      aria-label="Filter by person"
      placeholder="Everybody"
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      searchable
      flex="1 1 160px"
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has searched already, by e-mail address too.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={fetching ? 'Searching…' : 'Nobody fits. Try other words.'}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {people.find(({ id }) => id === option.value)?.email}
          </Text>
        </div>
      )}
      value={value}
      onChange={onChange}
    />
  );
}

/** Who the address names, where the first page of members does not have them. */
function useChosen(value: string | null, isMissing: boolean) {
  const [{ data, fetching }] = useQuery({
    query: ChosenPersonQuery,
    variables: { id: value ?? '' },
    pause: !isMissing,
  });
  const person = data?.node && 'email' in data.node ? data.node : undefined;
  return {
    id: value ?? '',
    name: person?.name ?? (fetching ? 'Loading…' : 'Somebody who has left'),
    email: person?.email,
  };
}
