import { Stack } from '@mantine/core';
import { MissingSecrets } from '../missing-secrets.tsx';
import { RequestAddress, RequestHeaders, TimeLimit } from './request-fields.tsx';

export function WebhookForm() {
  return (
    <Stack gap="md">
      <RequestAddress kind="webhook" addressWord="webhookUrl" />
      <RequestHeaders kind="webhook" />
      <TimeLimit kind="webhook" />
      <MissingSecrets kind="webhook" />
    </Stack>
  );
}
