import { useState } from 'react';
import { ChoiceField } from './choice-field.tsx';
import { useToolSearch } from './use-tool-search.ts';

/** Which tools a rule is about, found by search. */
export function ToolsField() {
  const [search, setSearch] = useState('');
  const { tools, nothingFound } = useToolSearch(search);
  return (
    <ChoiceField
      name="match.tools"
      label="Tools"
      placeholder="Every tool"
      data={tools}
      // The server has searched already, by what a tool is for too.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={nothingFound}
    />
  );
}
