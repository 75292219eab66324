import { NumberInput, Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { toDateInput } from '#features/tenancy/key-expiry.ts';
import { useError } from '#features/tools/editor/use-error.ts';
import { SectionCard } from '#ui/section-card.tsx';
import type { RuleValues } from './rule-values.ts';
import { VERDICTS, verdictHints, verdictLabels } from './rule-words.ts';

/** Its name, what it says, and until when. */
export function RuleSection() {
  const { register } = useFormContext<RuleValues>();
  const { field: verdict } = useController<RuleValues, 'verdict'>({ name: 'verdict' });
  const { field: limit } = useController<RuleValues, 'limit'>({ name: 'limit' });
  const limitError = useError('limit');
  const reasonError = useError('reason');
  return (
    <SectionCard title="Rule">
      <Stack gap="md">
        <TextInput
          {...register('name')}
          label="Name"
          description="People read it on calls that wait because of it."
          required
          autoComplete="off"
          error={useError('name')}
        />
        <Radio.Group
          label="What happens to the call"
          value={verdict.value}
          onChange={verdict.onChange}
          error={useError('verdict')}
        >
          <Stack gap="xs" mt="xs">
            {VERDICTS.map((value) => (
              <Radio key={value} value={value} label={verdictLabels[value]} description={verdictHints[value]} />
            ))}
          </Stack>
        </Radio.Group>
        {verdict.value === 'deny' && (
          <Textarea
            {...register('reason')}
            label="Reason"
            description="What the caller is told, and what to do instead. Agents read it too."
            rows={3}
            error={reasonError}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            {...register('endsAt')}
            type="date"
            label="Last day"
            description="Empty: until somebody changes it."
            min={toDateInput(new Date())}
            error={useError('endsAt')}
          />
          {verdict.value === 'allow' && (
            <NumberInput
              {...limit}
              label="How often it may let a call pass"
              description="Empty: as often as needed."
              min={1}
              allowDecimal={false}
              error={limitError}
            />
          )}
        </SimpleGrid>
      </Stack>
    </SectionCard>
  );
}
