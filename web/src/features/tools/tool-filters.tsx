import {
  CloseButton,
  type ComboboxItem,
  Group,
  Loader,
  Select,
  type SelectProps,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { Check, Search } from 'lucide-react';
import type { ToolKind, ToolOrigin } from '#gql/graphql.ts';
import type { ToolFilterValues } from './tool-filter-values.ts';
import { kindLabels, originLabels } from './tool-words.ts';
import type { Category } from './use-categories.ts';

type ToolFiltersProps = {
  value: ToolFilterValues;
  onChange: (value: ToolFilterValues) => void;
  categories: readonly Category[];
  searching: boolean;
  /** Whether to offer what is kept back from use. */
  mayShowUnavailable: boolean;
};

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const origins = toOptions(originLabels);
const kinds = toOptions(kindLabels);

type CategoryOption = ComboboxItem & { count: number };

/** The chosen one stays, also when nothing else that is asked for leaves a tool on it. */
function toChoices(categories: readonly Category[], chosen: string | null): CategoryOption[] {
  const all = categories.map(({ name, count }) => ({ value: name, label: name, count }));
  if (!chosen || categories.some(({ name }) => name === chosen)) return all;
  return [...all, { value: chosen, label: chosen, count: 0 }];
}

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
      <Choice
        noun="category"
        data={toChoices(categories, value.category)}
        value={value.category}
        onChange={(category) => change({ category })}
        renderOption={({ option, checked }) => <Shelf {...(option as CategoryOption)} checked={checked} />}
      />
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
  data: readonly ComboboxItem[];
  value: string | null;
  onChange: (value: string | null) => void;
  renderOption?: SelectProps['renderOption'];
};

function Choice({ noun, data, value, onChange, renderOption }: ChoiceProps) {
  return (
    <Select
      aria-label={`Filter by ${noun}`}
      placeholder={`Every ${noun}`}
      clearable
      flex="1 1 160px"
      data={[...data]}
      value={value}
      onChange={onChange}
      renderOption={renderOption}
    />
  );
}

/** A category with how many tools it holds. */
function Shelf({ label, count, checked }: Pick<CategoryOption, 'label' | 'count'> & { checked?: boolean }) {
  return (
    <Group gap="xs" flex={1} wrap="nowrap">
      {checked && <Check size={14} aria-hidden />}
      <span>{label}</span>{' '}
      <Text span size="xs" c="dimmed" ml="auto">
        {count}
      </Text>
    </Group>
  );
}
