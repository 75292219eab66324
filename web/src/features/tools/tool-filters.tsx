import { CloseButton, Group, Loader, Select, Switch, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import type { ToolKind, ToolOrigin } from '#gql/graphql.ts';
import type { ToolFilterValues } from './tool-filter-values.ts';
import { kindLabels, originLabels } from './tool-words.ts';

type ToolFiltersProps = {
  value: ToolFilterValues;
  onChange: (value: ToolFilterValues) => void;
  categories: readonly string[];
  searching: boolean;
  /** Whether to offer what is kept back from use. */
  mayShowUnavailable: boolean;
};

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const origins = toOptions(originLabels);
const kinds = toOptions(kindLabels);

export function ToolFilters({ value, onChange, categories, searching, mayShowUnavailable }: ToolFiltersProps) {
  const change = (part: Partial<ToolFilterValues>) => onChange({ ...value, ...part });
  const clear = value.search && (
    <CloseButton size="sm" aria-label="Clear search" onClick={() => change({ search: '' })} />
  );
  return (
    <Group role="search" aria-label="Filter the tools" gap="xs" mb="md">
      <TextInput
        type="search"
        aria-label="Search tools"
        placeholder="Search by name, slug or purpose"
        maxLength={200}
        flex="1 1 280px"
        value={value.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={searching ? <Loader size="xs" aria-label="Searching" /> : clear}
      />
      <Choice
        noun="origin"
        data={origins}
        value={value.origin}
        onChange={(origin) => change({ origin: origin as ToolOrigin | null })}
      />
      <Choice
        noun="kind"
        data={kinds}
        value={value.kind}
        onChange={(kind) => change({ kind: kind as ToolKind | null })}
      />
      <Choice noun="category" data={categories} value={value.category} onChange={(category) => change({ category })} />
      <Group gap="md">
        <Switch
          label="Favourites"
          checked={value.favourites}
          onChange={(event) => change({ favourites: event.currentTarget.checked })}
        />
        {mayShowUnavailable && (
          <Switch
            label="Show unavailable"
            checked={value.includeUnavailable}
            onChange={(event) => change({ includeUnavailable: event.currentTarget.checked })}
          />
        )}
      </Group>
    </Group>
  );
}

type ChoiceProps = {
  noun: string;
  data: readonly (string | { value: string; label: string })[];
  value: string | null;
  onChange: (value: string | null) => void;
};

function Choice({ noun, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={`Filter by ${noun}`}
      placeholder={`Every ${noun}`}
      clearable
      flex="1 1 160px"
      data={[...data]}
      value={value}
      onChange={onChange}
    />
  );
}
