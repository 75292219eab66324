import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { ChoiceField } from './choice-field.tsx';
import { callerChoices } from './rule-words.ts';
import { usePeopleSearch } from './use-people-search.ts';

const CallersFieldQuery = graphql(`
  query CallersFieldQuery {
    apiKeys(first: 100) { edges { node { id name prefix } } }
  }
`);

/** Who calls: a kind of caller, one person, or one key. */
export function CallersField() {
  const { people, search, setSearch, nameOf, nothingFound } = usePeopleSearch();
  const mayReadKeys = useCan('keys.tenant.read');
  const [{ data }] = useQuery({ query: CallersFieldQuery, pause: !mayReadKeys });
  const keys = data?.apiKeys.edges.map(({ node }) => ({ value: node.id, label: `Key ${node.name} (${node.prefix}…)` }));
  const words = search.trim().toLowerCase();
  const holdsWords = ({ label }: { label: string }) => label.toLowerCase().includes(words);
  return (
    <ChoiceField
      name="match.callers"
      label="Who calls"
      placeholder="Anybody"
      data={[...[...callerChoices, ...(keys ?? [])].filter(holdsWords), ...people]}
      // The server has searched the people already, by e-mail address too.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={nothingFound}
      nameUnknown={(word) =>
        [...callerChoices, ...(keys ?? [])].find(({ value }) => value === word)?.label ?? nameOf(word)
      }
    />
  );
}
