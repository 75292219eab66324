import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useRequestInsertions } from '../insertions.ts';
import { MissingSecrets } from '../missing-secrets.tsx';
import { TemplateField } from '../template-field.tsx';
import { RequestAddress, RequestHeaders, TimeLimit } from './request-fields.tsx';

const bodyKinds = [
  { value: 'none', label: 'No body' },
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
];
const BODY_HELP: Record<string, string> = {
  json: 'Inputs stand in quotes: "{{input.city}}".',
  text:
    'With a header Content-Type for XML, HTML, a form or lines of JSON, inputs are escaped for it. ' +
    'In any other text they are sent as they are, whatever signs they contain.',
};

export function HttpForm() {
  return (
    <Stack gap="md">
      <RequestAddress kind="http" addressWord="url" />
      <RequestHeaders kind="http" />
      <Body />
      <TimeLimit kind="http" />
      <MissingSecrets kind="http" />
    </Stack>
  );
}

function Body() {
  const id = useId();
  const { field } = useController({ name: 'execution.http.bodyKind' });
  const insertions = useRequestInsertions();
  return (
    <Stack gap="xs">
      <Text id={id} size="sm" fw={500}>
        Body
      </Text>
      <div>
        <SegmentedControl aria-labelledby={id} data={bodyKinds} value={field.value} onChange={field.onChange} />
      </div>
      {field.value !== 'none' && (
        <TemplateField
          name="execution.http.body"
          label={field.value === 'json' ? 'JSON body' : 'Text body'}
          description={BODY_HELP[field.value]}
          rows={6}
          insertions={insertions}
        />
      )}
    </Stack>
  );
}
