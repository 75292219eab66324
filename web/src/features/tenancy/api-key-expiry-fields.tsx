import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { ApiKeyValues } from './api-key-values.ts';
import { expiryLabels, expiryPresets, toDateInput } from './key-expiry.ts';

const choices = expiryPresets.map((value) => ({ value, label: expiryLabels[value] }));

export function ApiKeyExpiryFields() {
  const { control, register, watch, formState } = useFormContext<ApiKeyValues>();
  const labelId = useId();
  const preset = watch('expiresIn');
  return (
    <Stack gap="xs">
      <Input.Label component="div" id={labelId}>
        Expires
      </Input.Label>
      <Controller
        control={control}
        name="expiresIn"
        render={({ field }) => (
          <SegmentedControl
            data={choices}
            value={field.value}
            onChange={field.onChange}
            aria-labelledby={labelId}
            fullWidth
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
      {preset === 'never' && (
        <Text size="sm" c="dimmed">
          It works until somebody revokes it. Prefer a date: a forgotten key is then harmless one day.
        </Text>
      )}
    </Stack>
  );
}
