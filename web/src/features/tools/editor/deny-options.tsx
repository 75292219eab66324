import { Stack } from '@mantine/core';
import { AreaField, TextField } from './form-fields.tsx';
import { ListFrame } from './list-frame.tsx';

export function DenyOptions() {
  return (
    <ListFrame
      name="denyOptions"
      label="Deny options"
      description="Optional: refusals that approvers can choose by name when a call waits."
      noun="deny option"
      empty={{ label: '', reason: '' }}
      most={10}
    >
      {(path, spoken) => (
        <Stack gap="sm">
          <TextField
            name={`${path}.label`}
            label="Label"
            aria-label={`Label, ${spoken}`}
            description="What approvers choose, in a few words."
            maxLength={80}
            required
          />
          <AreaField
            name={`${path}.reason`}
            label="Reason"
            aria-label={`Reason, ${spoken}`}
            description="What the caller is told."
            rows={2}
            maxLength={500}
            required
          />
        </Stack>
      )}
    </ListFrame>
  );
}
