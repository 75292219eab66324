import { Anchor, Text } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { Link } from 'react-router';
import { rulePath } from '#features/approval-rules/rule-paths.ts';
import { refusingRule } from '#lib/describe-error.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';

type CallFailureProps = { error: CombinedError; onRetry: () => void };

/** Why a call was not answered. One that a rule refuses leads to the rule: made again, it would be refused again. */
export function CallFailure({ error, onRetry }: CallFailureProps) {
  const { tenant } = useViewer();
  const mayChange = useCan('approvals.team.rules');
  const rule = refusingRule(error);
  if (!rule) return <ErrorNote error={error} onRetry={onRetry} />;
  return (
    <ErrorNote error={error}>
      {mayChange ? (
        <Anchor component={Link} to={rulePath(tenant.slug, rule.id)} size="sm">
          Open the rule
        </Anchor>
      ) : (
        <Text size="sm">Other input may pass. If not, ask an admin of this tenant to change the rule.</Text>
      )}
    </ErrorNote>
  );
}
