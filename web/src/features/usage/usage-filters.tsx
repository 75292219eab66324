import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SourceChoice } from '#features/sessions/source-choice.tsx';
import { ToolChoice } from '#features/sessions/tool-choice.tsx';
import type { RunSource } from '#gql/graphql.ts';
import { daysOf, type Span, type UsageQuestion } from './usage-question.ts';

const spanOptions: { value: Span; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom' },
];

type UsageFiltersProps = {
  value: UsageQuestion;
  today: string;
  /** What is wrong with the days. */
  problem: string | undefined;
  onChange: (value: UsageQuestion) => void;
};

export function UsageFilters({ value, today, problem, onChange }: UsageFiltersProps) {
  const change = (part: Partial<UsageQuestion>) => onChange({ ...value, ...part });
  const changeSpan = (span: string) => {
    // A span of one's own begins as the one that was shown.
    const { first, last } = daysOf(value, today);
    change({ span: span as Span, from: first, to: last });
  };
  return (
    <Group role="search" aria-label="Filter the numbers" gap="xs" mb="md" align="flex-start">
      <SegmentedControl aria-label="Span" data={spanOptions} value={value.span} onChange={changeSpan} />
      {value.span === 'custom' && (
        <>
          <DayField
            label="First day"
            value={value.from}
            latest={today}
            problem={problem}
            onChange={(from) => change({ from })}
          />
          <DayField
            label="Last day"
            value={value.to}
            latest={today}
            problem={problem !== undefined}
            onChange={(to) => change({ to })}
          />
        </>
      )}
      <ToolChoice value={value.tool} onChange={(tool) => change({ tool })} />
      <SourceChoice
        value={value.source?.toLowerCase() ?? null}
        onChange={(source) => change({ source: (source?.toUpperCase() as RunSource | undefined) ?? null })}
      />
    </Group>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  latest: string;
  problem: string | boolean | undefined;
  onChange: (day: string) => void;
};

/** Keeps what is being typed itself: the address follows too late for a date that is half written. */
function DayField({ label, value, latest, problem, onChange }: DayFieldProps) {
  const [day, setDay] = useState(value);
  return (
    <TextInput
      type="date"
      aria-label={label}
      max={latest}
      value={day}
      error={problem}
      onChange={({ currentTarget }) => {
        setDay(currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
}
