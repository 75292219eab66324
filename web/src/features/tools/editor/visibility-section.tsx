import { SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useController, useWatch } from 'react-hook-form';
import type { ExecutionType, ToolVisibility } from '#gql/graphql.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { executionLabels, policyLabels } from '../tool-words.ts';
import { DenyOptions } from './deny-options.tsx';
import { type Kind, kindWords } from './execution-kinds.ts';
import { SelectField, TextField } from './form-fields.tsx';
import { Place } from './place.tsx';
import { defaultVisibility, findContradiction, visibilityLabels } from './placement.ts';
import { useError } from './use-error.ts';

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Whether the tool is there, and what spaces show of it. */
export function VisibilitySection({ kind }: { kind: Kind | undefined }) {
  return (
    <SectionCard
      title="Visibility"
      description="Whether the tool can be used, how its calls may be refused, and what spaces show of them."
    >
      <Stack gap="md">
        <EnabledSwitch kind={kind} />
        <SelectField
          name="permissionPolicy"
          label="Calls by machines"
          data={toOptions(policyLabels)}
          allowDeselect={false}
        />
        <DenyOptions />
        <Placement types={kind?.executionTypes ?? []} />
        {kind?.id !== 'client' && (
          <TextField
            name="customUI"
            label="Component"
            description="Optional: names a component that shows its calls in spaces."
            spellCheck={false}
          />
        )}
      </Stack>
    </SectionCard>
  );
}

function EnabledSwitch({ kind }: { kind: Kind | undefined }) {
  const { field } = useController({ name: 'enabled' });
  const error = useError('enabled');
  const isDraftOnly = kind?.runnable === false;
  const label = kindWords[kind?.id ?? '']?.label;
  return (
    <Place name="enabled">
      <Switch
        ref={field.ref}
        label="Switched on"
        description={
          isDraftOnly
            ? `Nothing here can run the kind "${label}" yet, so this tool is saved as a draft.`
            : 'Switched off, it is a draft that only editors see.'
        }
        checked={field.value && !isDraftOnly}
        disabled={isDraftOnly}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
        error={error}
      />
    </Place>
  );
}

function Placement({ types }: { types: readonly ExecutionType[] }) {
  const [chosenType, chosenVisibility] = useWatch({ name: ['executionType', 'visibility'] });
  const type: ExecutionType | undefined = chosenType || types[0];
  const visibility: ToolVisibility = chosenVisibility || defaultVisibility(type);
  const contradiction = findContradiction(type, visibility);
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectField
          name="executionType"
          label="Where it works"
          data={types.map((each) => ({ value: each, label: executionLabels[each] }))}
          placeholder={types[0] ? `${executionLabels[types[0]]} (by default)` : undefined}
          clearable
        />
        <SelectField
          name="visibility"
          label="What a space shows"
          data={toOptions(visibilityLabels)}
          placeholder={`${visibilityLabels[defaultVisibility(type)]} (by default)`}
          clearable
        />
      </SimpleGrid>
      <Text size="sm" c="red" mt={contradiction ? 'xs' : 0} role="status">
        {contradiction}
      </Text>
    </div>
  );
}
