import { Stack } from '@mantine/core';
import { JsonField, TextField } from './form-fields.tsx';
import { ListFrame } from './list-frame.tsx';

export function InputExamples() {
  return (
    <ListFrame
      name="inputExamples"
      label="Examples"
      description="Samples of input: people fill the form with them, models learn from them."
      noun="example"
      empty={{ label: '', input: '{}' }}
      most={20}
    >
      {(path, spoken) => (
        <Stack gap="sm">
          <TextField name={`${path}.label`} label="What it shows" aria-label={`What it shows, ${spoken}`} required />
          <JsonField
            name={`${path}.input`}
            label="Input as JSON"
            aria-label={`Input as JSON, ${spoken}`}
            rows={4}
            required
          />
        </Stack>
      )}
    </ListFrame>
  );
}
