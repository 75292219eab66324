import { Alert, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useError } from '#features/tools/editor/use-error.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { ConditionBuilder } from './condition-builder.tsx';
import { problemOf } from './condition-row.ts';
import { readCondition, writeCondition } from './condition-text.ts';
import type { RuleValues } from './rule-values.ts';

const HINT = 'Compare with >, >=, <, <=, ==, !=; join with and, or, not; measure with length(input.note).';

/** What must hold for the arguments, put together row by row or written by hand. */
export function ConditionSection() {
  const { register, getValues, setValue, clearErrors } = useFormContext<RuleValues>();
  const mode = useWatch<RuleValues, 'conditionMode'>({ name: 'conditionMode' });
  const text = useWatch<RuleValues, 'condition'>({ name: 'condition' });
  const error = useError('condition');
  const shown = mode === 'text' ? readCondition(text) : undefined;
  const staysText = mode === 'text' && !shown;

  function switchTo(next: string) {
    clearErrors(['condition', 'rows']);
    if (next === 'text') {
      const { joiner, rows } = getValues();
      const whole = rows.filter((row) => Object.keys(problemOf(row)).length === 0);
      setValue('condition', writeCondition({ joiner, rows: whole }), { shouldDirty: true });
      setValue('conditionMode', 'text', { shouldDirty: true });
    } else if (shown) {
      setValue('joiner', shown.joiner, { shouldDirty: true });
      setValue('rows', shown.rows, { shouldDirty: true });
      setValue('conditionMode', 'rows', { shouldDirty: true });
    }
  }

  return (
    <SectionCard
      title="Condition"
      description="What must hold for the arguments of the call. Without a condition, every call above is meant. A call that lacks a value compared here asks, to be safe."
    >
      <Stack gap="md" align="stretch">
        <SegmentedControl
          aria-label="How to write the condition"
          data={[
            { value: 'rows', label: 'Build', disabled: staysText },
            { value: 'text', label: 'Write' },
          ]}
          value={mode}
          onChange={switchTo}
        />
        {mode === 'rows' ? (
          <>
            <ConditionBuilder />
            {error && (
              <Alert role="alert" color="red">
                {error}
              </Alert>
            )}
          </>
        ) : (
          <>
            <Textarea
              {...register('condition')}
              label="Expression"
              description={HINT}
              placeholder="input.amount > 1000 and input.currency == &quot;EUR&quot;"
              rows={3}
              spellCheck={false}
              error={error}
            />
            {staysText && (
              <Text size="sm" c="dimmed" role="status">
                The builder cannot show this expression, so it stays as text.
              </Text>
            )}
          </>
        )}
      </Stack>
    </SectionCard>
  );
}
