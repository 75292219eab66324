import { ChoiceField } from './choice-field.tsx';
import { usePeopleSearch } from './use-people-search.ts';

/** The people who may decide. */
export function PeopleField() {
  const { mayRead, people, search, setSearch, nameOf, nothingFound } = usePeopleSearch();
  return (
    <ChoiceField
      name="deciders.users"
      label="People"
      placeholder="Search a person"
      description={mayRead ? undefined : 'Your role does not show members. Name a role instead.'}
      data={people}
      // The server has searched already, by e-mail address too.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={nothingFound}
      nameUnknown={nameOf}
    />
  );
}
