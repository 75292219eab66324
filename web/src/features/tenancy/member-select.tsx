import { Select, type SelectProps, Text } from '@mantine/core';
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

type MemberSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** A membership's id. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Who is chosen at the start, so that the name shows before anybody searches. */
  selected?: Person | null;
  /** Nobody is their own manager. */
  exclude?: string;
};

/** An option like the others, since a clear button would be out of reach for the keyboard. */
const nobody = { value: 'nobody', label: 'Nobody' };

/** Finds a member as one types; the search is the server's, so it also finds the thousandth one. */
export function MemberSelect({ value, onChange, selected, exclude, ...rest }: MemberSelectProps) {
  const [picked, setPicked] = useState(selected ?? undefined);
  const shown = picked?.user.name ?? nobody.label;
  const [search, setSearch] = useState(shown);
  const [settled] = useDebouncedValue(search.trim(), 250);
  const wanted = settled === shown ? '' : settled;
  const [{ data, fetching }] = useQuery({ query: MemberSelectQuery, variables: { search: wanted || null } });

  const found: Person[] = data?.members.edges.map((edge) => edge.node) ?? [];
  const people = new Map([...(picked ? [picked] : []), ...found].map((person) => [person.id, person]));
  if (exclude) people.delete(exclude);
  const options = [...people.values()].map((person) => ({ value: person.id, label: person.user.name }));

  return (
    <Select
      {...rest}
      data={[nobody, ...options]}
      value={value ?? nobody.value}
      onChange={(id) => {
        const person = id ? people.get(id) : undefined;
        setPicked(person);
        onChange(person?.id ?? null);
      }}
      allowDeselect={false}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has searched already, by e-mail address too.
      filter={({ options: all }) => all}
      nothingFoundMessage={fetching ? 'Searching…' : 'No member found'}
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
