import { Anchor, Code, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { runPath } from '#features/executions/run-path.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import classes from './rule-row.module.css';
import { toVerdict, verdictOutcomes } from './rule-words.ts';
import type { Rehearsal } from './use-rehearsal.ts';

type RehearsalResultProps = { result: Rehearsal; days: number };

/** What the draft would have done, with the latest calls it is about. */
export function RehearsalResult({ result, days }: RehearsalResultProps) {
  const { tenant } = useViewer();
  const { looked, matched, unclear, examples } = result;
  const outcome = verdictOutcomes[toVerdict(result.verdict)];
  if (looked === 0)
    return <Text size="sm">No tool was called in the last {days} days, so there is nothing to try.</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Looked at {plural(looked, 'call')} of the last {days} days.{' '}
        {matched === 0 ? (
          'None of them matches.'
        ) : (
          <>
            <strong>{formatNumber(matched)}</strong> {matched === 1 ? 'matches' : 'match'} and {outcome}
            {unclear > 0 && `; ${formatNumber(unclear)} of them could not be worked out and would have asked`}.
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        As if this were the only rule: one above it may decide first.
      </Text>
      {examples.length > 0 && (
        <List size="sm" spacing={4} aria-label="Calls that match" className={classes.words}>
          {examples.map(({ runId, toolSlug, requestedBy, at, note }) => (
            <List.Item key={runId}>
              <Anchor component={Link} to={runPath(tenant.slug, runId)} size="sm" target="_blank" rel="noreferrer">
                <Code>{toolSlug}</Code>
              </Anchor>{' '}
              by {requestedBy}, <TimeAgo value={at} />
              {note && (
                <Text size="xs" c="dimmed">
                  {note}
                </Text>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
