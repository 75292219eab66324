import { Chip, Group, Switch } from '@mantine/core';
import { useCan } from '#lib/use-can.ts';
import type { EventFilterValues } from './event-filter-values.ts';
import { eventGroups, isEventGroup } from './event-words.ts';
import { PersonChoice } from './person-choice.tsx';
import { SourceChoice } from './source-choice.tsx';
import { ToolChoice } from './tool-choice.tsx';

type EventFiltersProps = { value: EventFilterValues; onChange: (value: EventFilterValues) => void };

export function EventFilters({ value, onChange }: EventFiltersProps) {
  const seesOthers = useCan('sessions.tenant.read');
  const knowsOthers = useCan('members.tenant.read');
  const change = (part: Partial<EventFilterValues>) => onChange({ ...value, ...part });
  return (
    <Group role="search" aria-label="Filter the events" gap="xs" mb="sm">
      <ToolChoice value={value.tool} onChange={(tool) => change({ tool })} />
      <SourceChoice value={value.source} onChange={(source) => change({ source })} />
      {seesOthers && knowsOthers && <PersonChoice value={value.person} onChange={(person) => change({ person })} />}
      <Group role="group" aria-label="Filter by what happened" gap={6}>
        <Chip.Group
          multiple
          value={value.groups}
          onChange={(groups) => change({ groups: groups.filter(isEventGroup) })}
        >
          {Object.entries(eventGroups).map(([name, { label }]) => (
            <Chip key={name} value={name} size="sm" variant="outline">
              {label}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      <Switch
        label="Include trials"
        checked={value.trials}
        onChange={(event) => change({ trials: event.currentTarget.checked })}
      />
    </Group>
  );
}
