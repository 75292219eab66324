import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import classes from './rule-editor.module.css';
import { useToolSearch } from './use-tool-search.ts';

type ToolPickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null;
  onChange: (slug: string | null) => void;
  /** Only tools that the viewer can run. */
  usable?: boolean;
};

/** One tool, found by search. */
export function ToolPicker({ value, onChange, usable, ...rest }: ToolPickerProps) {
  const [search, setSearch] = useState('');
  // The box shows what is chosen; that is not a search.
  const { tools, nothingFound } = useToolSearch(value ? '' : search, { usable });
  const isKnown = value === null || tools.some((tool) => tool.value === value);
  return (
    <Select
      {...rest}
      searchable
      clearable
      withScrollArea={false}
      classNames={{ options: classes.options }}
      clearButtonProps={{ 'aria-label': 'Choose another tool' }}
      data={isKnown ? tools : [{ value, label: value }, ...tools]}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={nothingFound}
      value={value}
      onChange={onChange}
    />
  );
}
