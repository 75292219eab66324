import { Group, SegmentedControl, TextInput } from '@mantine/core';
import type { AuditDecision, AuditEntryFilter } from '#gql/graphql.ts';

type AuditFilterValues = {
  action: string;
  actor: string;
  decision: AuditDecision | 'ALL';
};

export const noFilters: AuditFilterValues = { action: '', actor: '', decision: 'ALL' };

/** Null when nothing is filtered. */
export function toAuditEntryFilter({ action, actor, decision }: AuditFilterValues): AuditEntryFilter | null {
  const filter: AuditEntryFilter = {
    ...(action.trim() && { action: action.trim() }),
    ...(actor.trim() && { actor: actor.trim() }),
    ...(decision !== 'ALL' && { decision }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}

const decisions = [
  { value: 'ALL', label: 'All' },
  { value: 'ALLOWED', label: 'Allowed' },
  { value: 'DENIED', label: 'Denied' },
];

type AuditFiltersProps = {
  value: AuditFilterValues;
  onChange: (value: AuditFilterValues) => void;
};

export function AuditFilters({ value, onChange }: AuditFiltersProps) {
  return (
    <Group role="search" aria-label="Filter the audit log" gap="xs" mb="sm">
      <TextInput
        type="search"
        aria-label="Filter by the start of the action"
        placeholder="Action, such as apiKey"
        flex="1 1 160px"
        value={value.action}
        onChange={(event) => onChange({ ...value, action: event.currentTarget.value })}
      />
      <TextInput
        type="search"
        aria-label="Filter by who did it"
        placeholder="Who did it"
        flex="1 1 160px"
        value={value.actor}
        onChange={(event) => onChange({ ...value, actor: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Filter by decision"
        data={decisions}
        value={value.decision}
        onChange={(decision) => onChange({ ...value, decision: decision as AuditFilterValues['decision'] })}
      />
    </Group>
  );
}
