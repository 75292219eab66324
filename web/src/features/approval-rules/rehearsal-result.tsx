import { Anchor, Badge, Code, List, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { runPath } from '#features/executions/run-path.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { matchedInWords } from './rehearsal-words.ts';
import classes from './rule-row.module.css';
import { toVerdict, verdictColours, verdictLabels } from './rule-words.ts';
import type { Rehearsal } from './use-rehearsal.ts';

type RehearsalResultProps = { result: Rehearsal; days: number };
type Call = Rehearsal['changes'][number];

/** What the draft would change at its place in the order, with the latest calls that would go another way. */
export function RehearsalResult({ result, days }: RehearsalResultProps) {
  const { looked, isCut, changed, changes } = result;
  if (looked === 0)
    return <Text size="sm">No tool was called in the last {days} days, so there is nothing to try.</Text>;
  const calls = plural(looked, 'call');
  return (
    <Stack gap="sm">
      <Text size="sm">
        {isCut ? `Looked at the latest ${calls}; there were more` : `Looked at ${calls}`} in the last {days} days.{' '}
        {matchedInWords(result)}
      </Text>
      <Tallies before={result.before} after={result.after} />
      <Text size="sm" fw={500}>
        {changed === 0 ? 'Nothing would change.' : `${plural(changed, 'call')} would go another way:`}
      </Text>
      {changes.length > 0 && <ChangedCalls calls={changes} />}
      {changed > changes.length && (
        <Text size="xs" c="dimmed">
          These are the latest {formatNumber(changes.length)}.
        </Text>
      )}
    </Stack>
  );
}

const ways = [
  ['Run at once', 'allowed'],
  ['Wait', 'asked'],
  ['Are refused', 'denied'],
] as const;

function Tallies({ before, after }: Pick<Rehearsal, 'before' | 'after'>) {
  return (
    <Table aria-label="All calls, by the rules of today and with this draft">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Calls</Table.Th>
          <Table.Th ta="end">Today</Table.Th>
          <Table.Th ta="end">With this draft</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ways.map(([label, way]) => (
          <Table.Tr key={way}>
            <Table.Th scope="row" fw="normal">
              {label}
            </Table.Th>
            <Table.Td ta="end">{formatNumber(before[way])}</Table.Td>
            <Table.Td ta="end" fw={before[way] === after[way] ? undefined : 700}>
              {formatNumber(after[way])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ChangedCalls({ calls }: { calls: readonly Call[] }) {
  const { tenant } = useViewer();
  // A call that was refused has no run, only the place where it happened.
  const placeOf = ({ runId, sessionId }: Call) =>
    runId ? runPath(tenant.slug, runId) : `/t/${tenant.slug}/events?session=${encodeURIComponent(sessionId)}`;
  return (
    <List size="sm" spacing={6} aria-label="Calls that would go another way" className={classes.words}>
      {calls.map((call) => (
        <List.Item key={call.runId ?? `${call.sessionId} ${call.at}`}>
          <Anchor component={Link} to={placeOf(call)} size="sm" target="_blank" rel="noreferrer">
            <Code>{call.toolSlug}</Code>
          </Anchor>{' '}
          by {call.requestedBy}, <TimeAgo value={call.at} />
          <br />
          <VerdictBadge verdict={call.before} /> → <VerdictBadge verdict={call.after} />{' '}
          <Text span size="xs" c="dimmed">
            {call.note ?? (call.by ? `by ${call.by}` : 'by the policy of the tool')}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function VerdictBadge({ verdict: text }: { verdict: string }) {
  const verdict = toVerdict(text);
  return (
    <Badge size="sm" variant="light" color={verdictColours[verdict]}>
      {verdictLabels[verdict]}
    </Badge>
  );
}
