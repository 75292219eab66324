import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { type NeededSecret, SecretDialog } from '#features/secrets/secret-dialog.tsx';
import { useCan } from '#lib/use-can.ts';
import { useDialogAbout } from '#lib/use-dialog-about.ts';
import { specHost } from '../spec-host.ts';
import { useOfferedVariables } from '../use-offered-variables.ts';
import { useSetSecrets } from '../use-set-secrets.ts';
import type { ExecutionValues } from './execution-values.ts';
import { valuesToSpec } from './values-to-spec.ts';

const SECRET = /\$\{(secret|env)\.([A-Za-z]\w*)\}/g;

/** `${env.X}` means the same as `${secret.X}`, unless the operator offers X. */
function secretsIn(value: unknown, offered: ReadonlySet<string>): string[] {
  const found = [...(JSON.stringify(value) ?? '').matchAll(SECRET)];
  const keys = found.flatMap(([, source, key = '']) => (source === 'env' && offered.has(key) ? [] : [key]));
  return [...new Set(keys)].sort();
}

/** Secrets that a request names and nobody has set yet, with a way to set them right here. */
export function MissingSecrets({ kind }: { kind: 'http' | 'webhook' }) {
  const execution: ExecutionValues = useWatch({ name: 'execution' });
  const present = useSetSecrets();
  const offered = useOfferedVariables(kind);
  const maySet = useCan('secrets.tenant.create');
  const dialog = useDialogAbout<NeededSecret>();
  const spec = valuesToSpec(kind, execution);
  const missing = present && offered ? secretsIn(spec, offered).filter((key) => !present.has(key)) : [];

  function open(key: string) {
    const host = specHost(spec);
    dialog.open({ key, label: '', hosts: host ? [host] : [] });
  }

  return (
    <>
      <div role="status">
        {missing.length > 0 && (
          <Alert
            role="group"
            color="yellow"
            icon={<KeyRound size={18} aria-hidden />}
            title={missing.length === 1 ? 'A secret is not set yet' : 'Some secrets are not set yet'}
          >
            <Stack gap="xs">
              <Text size="sm">You can save now. The tool is kept back until every secret has a value.</Text>
              {missing.map((key) => (
                <Group key={key} gap="xs">
                  <Code>{key}</Code>
                  {maySet && (
                    <Button size="compact-sm" variant="default" aria-label={`Set ${key}`} onClick={() => open(key)}>
                      Set
                    </Button>
                  )}
                </Group>
              ))}
              {!maySet && <Text size="sm">Somebody who may set secrets can do it under Settings, Secrets.</Text>}
            </Stack>
          </Alert>
        )}
      </div>
      <SecretDialog needed={dialog.subject} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}
