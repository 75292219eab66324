import { Select } from '@mantine/core';
import { sourceOptions } from './source-words.ts';

type SourceChoiceProps = { value: string | null; onChange: (source: string | null) => void };

/** A filter by where calls come from. */
export function SourceChoice({ value, onChange }: SourceChoiceProps) {
  return (
    <Select
      aria-label="Filter by source"
      placeholder="Every source"
      clearable
      clearButtonProps={{ 'aria-label': 'Every source' }}
      flex="1 1 130px"
      data={sourceOptions}
      value={value}
      onChange={onChange}
    />
  );
}
