import { Alert, Button, Group, Text } from '@mantine/core';
import { EyeOff, SquareAsterisk } from 'lucide-react';
import { type NeededSecret, SecretDialog } from '#features/secrets/secret-dialog.tsx';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { useCan } from '#lib/use-can.ts';
import { useDialogAbout } from '#lib/use-dialog-about.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { ExplainButton } from './admin/explain-dialog.tsx';
import { specHost } from './spec-host.ts';

const KeptBackNote_tool = graphql(`
  fragment KeptBackNote_tool on Tool {
    id
    slug
    name
    executionSpec
    requiredSecrets { key label }
    availability { reason missingSecrets }
  }
`);

/** Tells editors why a tool cannot be used, and lets them set the secrets that it misses. */
export function KeptBackNote({ tool: masked }: { tool: FragmentType<typeof KeptBackNote_tool> }) {
  const { slug, name, executionSpec, requiredSecrets, availability } = readFragment(KeptBackNote_tool, masked);
  const dialog = useDialogAbout<NeededSecret>();
  useFocusKept();
  const maySet = useCan('secrets.tenant.create');
  const host = specHost(executionSpec);
  const missing = availability?.missingSecrets ?? [];

  function setSecret(key: string) {
    const label = requiredSecrets.find((secret) => secret.key === key)?.label ?? '';
    dialog.open({ key, label, hosts: host ? [host] : [] });
  }

  /** The dialog gives the focus back to its button, unless setting the secret has taken the whole note away. */
  function close() {
    dialog.close();
    focusHeading();
  }

  return (
    <Alert color="yellow" icon={<EyeOff size={18} aria-hidden />} title="Not available to you now">
      <Group gap="xs">
        <Text size="sm">
          {availability?.reason ?? 'Something keeps it back.'} You see it because you may change tools.
        </Text>
        <ExplainButton slug={slug} name={name} />
      </Group>
      {missing.length > 0 && !maySet && <Text size="sm">Ask somebody who may set secrets.</Text>}
      {missing.length > 0 && maySet && (
        <Group gap="xs" mt="xs">
          {missing.map((key) => (
            <Button
              key={key}
              size="compact-sm"
              variant="default"
              leftSection={<SquareAsterisk size={14} aria-hidden />}
              onClick={() => setSecret(key)}
            >
              Set {key}
            </Button>
          ))}
        </Group>
      )}
      <SecretDialog needed={dialog.subject} opened={dialog.opened} onClose={close} />
    </Alert>
  );
}
