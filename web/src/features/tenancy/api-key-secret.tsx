import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { CodeBlock } from '#ui/code-block.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import type { CreatedKey } from './api-key-form.tsx';

type ApiKeySecretProps = { created: CreatedKey; onClose: () => void };

export function ApiKeySecret({ created, onClose }: ApiKeySecretProps) {
  return (
    <Stack gap="md">
      <Alert
        role="status"
        color="green"
        icon={<KeyRound size={18} aria-hidden />}
        title={`${created.apiKey.name} is ready`}
      >
        Copy the key now and keep it like a password. Toolcrib stores only a fingerprint and cannot show it again.
      </Alert>
      <CopyField label="API key" value={created.secret} />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Try it
        </Text>
        <CodeBlock label="curl command" code={toCurl(window.location.origin, created.secret)} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied the key</Button>
      </Group>
    </Stack>
  );
}

function toCurl(origin: string, secret: string): string {
  const query = '{ viewer { kind role permissions tenant { slug name } } }';
  return [
    `curl ${origin}/graphql \\`,
    `  -H 'authorization: Bearer ${secret}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify({ query })}'`,
  ].join('\n');
}
