import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { GitPullRequestArrow } from 'lucide-react';

export type StaleRule = { revision: number; updatedBy: string };

/** What the server knows of the save that came in between; undefined when it refused for another reason. */
export function readStaleRule(error: CombinedError | undefined): StaleRule | undefined {
  const current = error?.graphQLErrors.find(({ extensions }) => extensions?.current)?.extensions?.current;
  const { revision, updatedBy } = (current ?? {}) as Partial<StaleRule>;
  return typeof revision === 'number' ? { revision, updatedBy: updatedBy ?? 'Somebody' } : undefined;
}

type StaleRuleNoteProps = { stale: StaleRule; onLoad: () => void; onKeep: () => void };

export function StaleRuleNote({ stale, onLoad, onKeep }: StaleRuleNoteProps) {
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<GitPullRequestArrow size={18} aria-hidden />}
      title="This rule was changed in the meantime"
    >
      <Stack gap="xs">
        <Text size="sm">
          {stale.updatedBy} saved it while you were editing. Load their version to look at it, or save what you changed
          on top of it.
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onLoad}>
            Load their version
          </Button>
          <Button size="xs" variant="default" onClick={onKeep}>
            Save mine on top
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
