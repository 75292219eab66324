import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import { type Fact, FactList } from '#ui/fact-list.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { TimeAgo } from '#ui/time-ago.tsx';
import { Elapsed } from './elapsed.tsx';
import { runPath } from './run-path.ts';
import { RunStatusBadge } from './run-status-badge.tsx';
import { describeSource, formatDuration, isOver } from './run-words.ts';
import type { FollowedRun } from './use-followed-run.ts';

type RunFactsProps = { run: FollowedRun; toolName: string; actions?: ReactNode };

/** Who ran what, when, and how it stands. */
export function RunFacts({ run, toolName, actions }: RunFactsProps) {
  const { tenant } = useViewer();
  const home = `/t/${tenant.slug}`;
  const facts: Fact[] = [
    [
      'Status',
      <div key="status" role="status">
        <RunStatusBadge status={run.status} errorCode={run.errorCode} />
      </div>,
    ],
    [
      'Tool',
      <Anchor key="tool" component={Link} to={`${home}/tools/${encodeURIComponent(run.toolSlug)}`}>
        {toolName}
      </Anchor>,
    ],
    ['Run by', run.requestedBy],
    ['From', describeSource(run.source, run.subSource)],
    [
      'When',
      <span key="when">
        {formatDateTime(run.createdAt)}, <TimeAgo value={run.createdAt} />
      </span>,
    ],
    ['Took', <Took key="took" run={run} />],
    [
      'Session',
      <Anchor key="session" component={Link} to={`${home}/runs?session=${encodeURIComponent(run.sessionId)}`}>
        All runs of its session
      </Anchor>,
    ],
  ];
  if (run.parentRunId) {
    facts.push([
      'Part of',
      <Anchor key="parent" component={Link} to={runPath(tenant.slug, run.parentRunId)}>
        {run.stepId ? `The run whose step ${run.stepId} it is` : 'Another run'}
      </Anchor>,
    ]);
  }
  if (run.test) facts.push(['Trial', 'Yes, so it is in no history']);
  return (
    <SectionCard title="About" actions={actions}>
      <FactList facts={facts} />
    </SectionCard>
  );
}

function Took({ run }: { run: FollowedRun }) {
  if (typeof run.durationMs === 'number') return formatDuration(run.durationMs);
  if (isOver(run.status)) return 'It never began';
  return (
    <>
      <Elapsed since={Date.parse(run.createdAt)} /> so far
    </>
  );
}
