import { Select, Stack, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { ApiKeyValues } from './api-key-values.ts';
import { expiryLabels, expiryPresets, toDateInput } from './key-expiry.ts';

const choices = expiryPresets.map((value) => ({ value, label: expiryLabels[value] }));

export function ApiKeyExpiryFields() {
  const { control, register, watch, formState } = useFormContext<ApiKeyValues>();
  const preset = watch('expiresIn');
  const endless = 'It works until somebody revokes it. With a date, a forgotten key does no harm one day.';
  return (
    <Stack gap="xs">
      <Controller
        control={control}
        name="expiresIn"
        render={({ field }) => (
          <Select
            {...field}
            label="Expires"
            description={preset === 'never' ? endless : undefined}
            data={choices}
            allowDeselect={false}
          />
        )}
      />
      {preset === 'custom' && (
        <TextInput
          {...register('expiresAt')}
          type="date"
          label="Last day"
          required
          min={toDateInput(new Date())}
          error={formState.errors.expiresAt?.message}
        />
      )}
    </Stack>
  );
}
