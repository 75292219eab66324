import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { CopyField } from '#ui/copy-field.tsx';

const SigningKey_revealWebhookSigningKey = graphql(`
  mutation SigningKey_revealWebhookSigningKey($input: RevealWebhookSigningKeyInput!) {
    revealWebhookSigningKey(input: $input) { key }
  }
`);

type SigningKeyProps = {
  /** What the key is shown for, as the audit log notes it. */
  reason: string;
  /** What the receiver can be sure of. */
  proves: string;
};

/** What a receiver checks signatures with. Looking at it is noted in the audit log. */
export function SigningKey({ reason, proves }: SigningKeyProps) {
  const mayReveal = useCan('secrets.tenant.update');
  const reveal = useAction(SigningKey_revealWebhookSigningKey);
  const [key, setKey] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!mayReveal) return null;

  async function show() {
    setBusy(true);
    const revealed = await reveal({ input: { reason } });
    setBusy(false);
    setKey(revealed?.revealWebhookSigningKey.key);
  }

  if (key) {
    return (
      <Stack maw={620}>
        <CopyField
          label="Signing key"
          value={key}
          description="The whole text, whk_ included, is the key of the HMAC-SHA-256 in X-Signature: t=<seconds>,v1=<hex of “seconds.body”>."
        />
      </Stack>
    );
  }
  return (
    <Stack gap={4} align="flex-start">
      <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void show()}>
        Show the signing key
      </Button>
      <Text size="xs" c="dimmed">
        The receiver checks with it that {proves}. The audit log notes who looked.
      </Text>
    </Stack>
  );
}
