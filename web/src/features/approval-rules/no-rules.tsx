import { Button, Group, Stack, Text } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ruleExamples } from './rule-examples.ts';
import { newRulePath } from './rule-paths.ts';

/** What happens without rules, and rules to begin with. */
export function NoRules() {
  const { tenant } = useViewer();
  const mayChange = useCan('approvals.team.rules');
  return (
    <EmptyState
      icon={ShieldCheck}
      title="No rules yet"
      action={
        mayChange && (
          <Stack gap="xs" align="center">
            <Text size="sm" c="dimmed">
              Start from an example. Nothing is saved until you say so.
            </Text>
            <Group gap="xs" justify="center">
              {ruleExamples.map(({ id, title, hint }) => (
                <Button key={id} component={Link} to={newRulePath(tenant.slug, id)} variant="default" title={hint}>
                  {title}
                </Button>
              ))}
            </Group>
          </Stack>
        )
      }
    >
      Without rules, each tool’s own policy decides: a tool that asks first waits for approval when an agent calls it,
      and everything else runs at once.
      {!mayChange && ' Somebody who may write approval rules can add one.'}
    </EmptyState>
  );
}
