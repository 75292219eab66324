import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const PeopleSearchQuery = graphql(`
  query PeopleSearchQuery($search: String) {
    members(search: $search, first: 100) {
      edges { node { id user { id name email } } }
    }
  }
`);

/** Members found by search. Names once seen are kept, so that a search does not take them away. */
export function usePeopleSearch() {
  const mayRead = useCan('members.tenant.read');
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [{ data, fetching }] = useQuery({
    query: PeopleSearchQuery,
    variables: { search: words || null },
    pause: !mayRead,
  });
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const people = data?.members.edges.map(({ node: { user } }) => ({ value: user.id, label: user.name })) ?? [];
  if (people.some(({ value, label }) => seen.get(value) !== label)) {
    setSeen(new Map([...seen, ...people.map(({ value, label }) => [value, label] as const)]));
  }
  const nameOf = (id: string) => seen.get(id) ?? 'Somebody who is not listed here';
  return { mayRead, people, search, setSearch, nameOf, nothingFound: fetching ? 'Searching…' : 'No member found' };
}
