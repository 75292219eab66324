import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { ChoiceField } from './choice-field.tsx';

const PeopleFieldQuery = graphql(`
  query PeopleFieldQuery($search: String) {
    members(search: $search, first: 100) {
      edges { node { id user { id name email } } }
    }
  }
`);

/** The people who may decide. Names once seen are kept, so that a search does not take them away. */
export function PeopleField() {
  const mayRead = useCan('members.tenant.read');
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [{ data, fetching }] = useQuery({
    query: PeopleFieldQuery,
    variables: { search: words || null },
    pause: !mayRead,
  });
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const found = data?.members.edges.map(({ node: { user } }) => ({ value: user.id, label: user.name })) ?? [];
  if (found.some(({ value, label }) => seen.get(value) !== label)) {
    setSeen(new Map([...seen, ...found.map(({ value, label }) => [value, label] as const)]));
  }
  return (
    <ChoiceField
      name="deciders.users"
      label="People"
      placeholder="Search a person"
      description={mayRead ? undefined : 'Your role does not show members. Name a role instead.'}
      data={found}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={fetching ? 'Searching…' : 'No member found'}
      nameUnknown={(id) => seen.get(id) ?? 'Somebody who is not listed here'}
    />
  );
}
