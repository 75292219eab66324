import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { endOfDay, inDays } from './grant-days.ts';
import { GrantPreview } from './grant-preview.tsx';

const AlwaysAllowForm_grantAlwaysAllow = graphql(`
  mutation AlwaysAllowForm_grantAlwaysAllow($input: GrantAlwaysAllowInput!) {
    grantAlwaysAllow(input: $input) { rule { id } }
  }
`);

const schema = z.object({
  scope: z.enum(['caller', 'everybody']),
  limit: z.union([z.literal(''), z.number().int('Enter a whole number.').min(1, 'At least once.')]),
  endsAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Choose the last day.')
    .refine((day) => endOfDay(day).getTime() > Date.now(), 'Choose a day to come.'),
});

type Values = z.infer<typeof schema>;

type AlwaysAllowFormProps = {
  approvalId: string;
  toolSlug: string;
  requestedBy: string | null | undefined;
  onDone: () => void;
  onCancel: () => void;
};

/** Makes a rule of this call, so that the next ones like it pass. */
export function AlwaysAllowForm({ approvalId, toolSlug, requestedBy, onDone, onCancel }: AlwaysAllowFormProps) {
  const defaultValues: Values = { scope: 'caller', limit: '', endsAt: inDays(30, new Date()) };
  const { form, submit, submitting, formError } = useMutationForm({
    document: AlwaysAllowForm_grantAlwaysAllow,
    schema,
    defaultValues,
    toVariables: ({ scope, limit, endsAt }) => ({
      input: {
        approvalId,
        forCaller: scope === 'caller',
        limit: limit === '' ? null : limit,
        endsAt: endOfDay(endsAt).toISOString(),
      },
    }),
    onDone: () => {
      notifications.show({ message: 'Such calls pass from now on. This one still waits for a decision.' });
      onDone();
    },
  });
  const { errors } = form.formState;
  const [scope, limit] = useWatch({ control: form.control, name: ['scope', 'limit'] });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Calls of {toolSlug} like this one will run without asking. The rule stands before the one that asked, and can
          be removed among the approval rules. What a rule above it refuses stays refused.
        </Text>
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => (
            <Radio.Group {...field} label="For whom">
              <Stack gap={6} mt={4}>
                <Radio value="caller" label={`Only ${requestedBy ?? 'the same caller'}`} />
                <Radio value="everybody" label="Everybody" />
              </Stack>
            </Radio.Group>
          )}
        />
        <Controller
          control={form.control}
          name="limit"
          render={({ field, fieldState }) => (
            <NumberInput
              {...field}
              label="How often at most"
              description="Empty: as often as wanted."
              min={1}
              allowDecimal={false}
              onChange={(value) => field.onChange(typeof value === 'number' ? value : '')}
              error={fieldState.error?.message}
            />
          )}
        />
        <TextInput
          {...form.register('endsAt')}
          type="date"
          label="Last day"
          description="At most a year from now."
          required
          min={inDays(0, new Date())}
          max={inDays(365, new Date())}
          error={errors.endsAt?.message}
        />
        <GrantPreview approvalId={approvalId} forCaller={scope === 'caller'} limit={limit === '' ? null : limit} />
        <FormFooter submitLabel="Always allow" submitting={submitting} error={formError} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
