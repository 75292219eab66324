import { Button, Group, Select, Text } from '@mantine/core';
import { SourceChoice } from '#features/sessions/source-choice.tsx';
import { ToolChoice } from '#features/sessions/tool-choice.tsx';
import type { RunSource, ToolRunStatus } from '#gql/graphql.ts';
import { type RunFilterValues, spans } from './run-filter-values.ts';
import { statusLabels } from './run-words.ts';

type RunFiltersProps = { value: RunFilterValues; onChange: (value: RunFilterValues) => void };

type Option = { value: string; label: string };

const statuses = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));
const sinceOptions = Object.entries(spans).map(([value, { label }]) => ({ value, label }));

export function RunFilters({ value, onChange }: RunFiltersProps) {
  const change = (part: Partial<RunFilterValues>) => onChange({ ...value, ...part });
  return (
    <>
      <Group role="search" aria-label="Filter the runs" gap="xs" mb="md">
        <ToolChoice value={value.tool} onChange={(tool) => change({ tool })} />
        <Choice
          label="Status"
          all="Every status"
          data={statuses}
          value={value.status}
          onChange={(status) => change({ status: status as ToolRunStatus | null })}
        />
        <SourceChoice
          value={value.source?.toLowerCase() ?? null}
          onChange={(source) => change({ source: (source?.toUpperCase() ?? null) as RunSource | null })}
        />
        <Choice
          label="Time"
          all="All time"
          data={sinceOptions}
          value={value.since}
          onChange={(since) => change({ since })}
        />
      </Group>
      {value.session !== null && (
        <Group gap="xs" mb="md">
          <Text size="sm">Only the runs of one session, its steps and trials included.</Text>
          <Button size="compact-sm" variant="default" onClick={() => change({ session: null })}>
            Show all sessions
          </Button>
        </Group>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  data: Option[];
  value: string | null;
  onChange: (value: string | null) => void;
};

function Choice({ label, all, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={`Filter by ${label.toLowerCase()}`}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      flex="1 1 150px"
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}
