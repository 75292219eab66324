import { SimpleGrid, Stack } from '@mantine/core';
import { JsonField, SelectField, TextField } from './form-fields.tsx';
import { ListFrame } from './list-frame.tsx';

const TYPES = [
  { value: 'summary', label: 'Summary' },
  { value: 'table', label: 'Table' },
  { value: 'chart', label: 'Chart' },
  { value: 'radar', label: 'Radar' },
  { value: 'ranking', label: 'Ranking' },
  { value: 'custom', label: 'Custom' },
];

export function OutputSections() {
  return (
    <ListFrame
      name="outputSections"
      label="Output sections"
      description="How the result is shown, part by part."
      noun="section"
      empty={{ key: '', label: '', type: 'summary', config: '' }}
      most={20}
    >
      {(path, spoken) => (
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextField
              name={`${path}.key`}
              label="Property of the output"
              aria-label={`Property of the output, ${spoken}`}
              required
              spellCheck={false}
            />
            <TextField name={`${path}.label`} label="Heading" aria-label={`Heading, ${spoken}`} required />
            <SelectField
              name={`${path}.type`}
              label="Shown as"
              aria-label={`Shown as, ${spoken}`}
              data={TYPES}
              allowDeselect={false}
            />
          </SimpleGrid>
          <JsonField
            name={`${path}.config`}
            label="Settings as JSON"
            aria-label={`Settings as JSON, ${spoken}`}
            description="Optional: more for the renderer."
            rows={2}
          />
        </Stack>
      )}
    </ListFrame>
  );
}
