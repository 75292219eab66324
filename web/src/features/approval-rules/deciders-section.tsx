import { Checkbox, NumberInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { useError } from '#features/tools/editor/use-error.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DurationField } from './duration-field.tsx';
import { PeopleField } from './people-field.tsx';
import type { RuleValues } from './rule-values.ts';
import { useRoleChoices } from './use-role-choices.ts';

/** For rules that ask: whom, how many, and for how long. */
export function DecidersSection() {
  const { register } = useFormContext<RuleValues>();
  const { field: needed } = useController<RuleValues, 'needed'>({ name: 'needed' });
  // A switch draws what it is told, not what the form puts into its input.
  const { field } = useController<RuleValues, 'selfApproval'>({ name: 'selfApproval' });
  const { value: isAllowed, ...selfApproval } = field;
  const roles = useRoleChoices();
  return (
    <SectionCard
      title="Who decides"
      description="Anybody named here. Name nobody, and everybody who may decide waiting calls can."
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PeopleField />
          <ChoiceField name="deciders.roles" label="Roles" placeholder="Choose roles" data={roles} />
        </SimpleGrid>
        <Checkbox {...register('deciders.manager')} label="The manager of whoever asks" />
        <NumberInput
          {...needed}
          label="How many must agree"
          description="One refusal is enough to deny."
          min={1}
          max={20}
          allowDecimal={false}
          maw={240}
          error={useError('needed')}
        />
        <Switch
          {...selfApproval}
          checked={isAllowed}
          label="People may approve what an agent or key does on their behalf"
          description="Whoever makes a call can never decide about it themselves. This is about calls made for them."
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DurationField name="expiresAfter" label="Give up after" description="Then the call expires undecided." />
          <DurationField name="remindAfter" label="Remind after" description="Those who can decide hear of it again." />
        </SimpleGrid>
      </Stack>
    </SectionCard>
  );
}
