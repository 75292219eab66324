import { Loader, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';

const MemberSelectQuery = graphql(`
  query MemberSelectQuery($search: String) {
    members(search: $search, first: 20) {
      edges { node { id user { id name email } } }
    }
  }
`);

type Person = { id: string; user: { name: string; email: string } };

export type MemberSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** A membership's id. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Who is chosen at the start, so that the name shows before anybody searches. */
  selected?: Person | null;
  /** Nobody is their own manager. */
  exclude?: string;
};

/** Finds a member as one types; the search is the server's, so it also finds the thousandth one. */
export function MemberSelect({ value, onChange, selected, exclude, ...rest }: MemberSelectProps) {
  const [picked, setPicked] = useState<Person | null | undefined>(selected);
  const [search, setSearch] = useState(selected?.user.name ?? '');
  const [settled] = useDebouncedValue(search.trim(), 250);
  const searching = settled !== picked?.user.name;
  const [{ data, fetching }] = useQuery({
    query: MemberSelectQuery,
    variables: { search: searching && settled ? settled : null },
  });

  const found: Person[] = data?.members.edges.map((edge) => edge.node) ?? [];
  const people = new Map([...(picked ? [picked] : []), ...found].map((person) => [person.id, person]));
  if (exclude) people.delete(exclude);
  const options = [...people.values()].map((person) => ({
    value: person.id,
    label: person.user.name,
  }));

  return (
    <Select
      {...rest}
      data={options}
      value={value}
      onChange={(id) => {
        setPicked(id ? people.get(id) : null);
        onChange(id);
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Take the manager away' }}
      searchValue={search}
      onSearchChange={setSearch}
      // The server has searched already, by e-mail address too.
      filter={({ options: all }) => all}
      nothingFoundMessage={fetching ? 'Searching…' : 'No member found'}
      placeholder="Nobody"
      rightSection={fetching ? <Loader size="xs" /> : undefined}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {people.get(option.value)?.user.email}
          </Text>
        </div>
      )}
    />
  );
}
