import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { runPath } from './run-path.ts';
import { RunStatusBadge } from './run-status-badge.tsx';
import classes from './run-steps.module.css';
import { formatDuration } from './run-words.ts';

const RunStepsQuery = graphql(`
  query RunStepsQuery($id: ID!) {
    toolRun(id: $id) { id children { id ...RunSteps_run } }
  }
`);

const RunSteps_run = graphql(`
  fragment RunSteps_run on ToolRun { id toolSlug stepId status errorCode durationMs }
`);

type RunStepsProps = {
  runId: string;
  /** Whose steps they are, for those who hear the list. */
  name: string;
  /** Another number when a step began or ended meanwhile. */
  news: number;
  /** What to put around the list; nothing at all when there are no steps. */
  frame?: (list: ReactNode) => ReactNode;
};

/** The runs that a run is made of. Each opens to its own, which are asked for only then. */
export function RunSteps({ runId, name, news, frame }: RunStepsProps) {
  const [{ data, error }, ask] = useQuery({ query: RunStepsQuery, variables: { id: runId } });
  useEffect(() => {
    if (news > 0) ask({ requestPolicy: 'network-only' });
  }, [news, ask]);
  const steps = data?.toolRun?.children ?? [];
  if (steps.length > 0) {
    const list = (
      <ul className={classes.list} aria-label={`Steps of ${name}`}>
        {steps.map((step) => (
          <Step key={step.id} step={step} news={news} />
        ))}
      </ul>
    );
    return frame ? frame(list) : list;
  }
  if (frame) return null;
  if (data) return <Text c="dimmed">It has no steps of its own.</Text>;
  if (error) return <ErrorNote error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  return <Loader size="xs" aria-label="Loading the steps" />;
}

function Step({ step: masked, news }: { step: FragmentType<typeof RunSteps_run>; news: number }) {
  const step = readFragment(RunSteps_run, masked);
  const { tenant } = useViewer();
  const [opened, setOpened] = useState(false);
  const name = step.stepId ?? step.toolSlug;
  const Icon = opened ? ChevronDown : ChevronRight;
  return (
    <li className={classes.step}>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={opened}
          aria-label={`${opened ? 'Hide' : 'Show'} steps of ${name}`}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={14} aria-hidden />
        </Button>
        <Anchor component={Link} to={runPath(tenant.slug, step.id)} className={classes.name}>
          {name}
        </Anchor>
        {step.stepId && (
          <Text span size="sm" c="dimmed" className={classes.name}>
            {step.toolSlug}
          </Text>
        )}
        <RunStatusBadge status={step.status} errorCode={step.errorCode} />
        {typeof step.durationMs === 'number' && <Text size="sm">{formatDuration(step.durationMs)}</Text>}
      </Group>
      {opened && <RunSteps runId={step.id} name={name} news={news} />}
    </li>
  );
}
