import { Code, Stack, Text } from '@mantine/core';
import { SigningKey } from '#features/secrets/signing-key.tsx';
import { MissingSecrets } from '../missing-secrets.tsx';
import { RequestAddress, RequestHeaders, TimeLimit } from './request-fields.tsx';

export function WebhookForm() {
  return (
    <Stack gap="md">
      <RequestAddress kind="webhook" addressWord="webhookUrl" />
      <RequestHeaders kind="webhook" />
      <TimeLimit kind="webhook" />
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          The service gets the input as JSON, signed in <Code>X-Signature</Code>, and answers with JSON. Redirects are
          not followed.
        </Text>
        <SigningKey reason="Receiver of webhook tools" proves="a call is yours" />
      </Stack>
      <MissingSecrets kind="webhook" />
    </Stack>
  );
}
