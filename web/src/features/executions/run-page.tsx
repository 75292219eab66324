import { Anchor, Group, Stack } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { readToolFields } from '#features/tools/tool-fields.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Page } from '#ui/page.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { CancelRun } from './cancel-run.tsx';
import { CopyCall } from './copy-call.tsx';
import { RunAgain } from './run-again.tsx';
import { RunApproval } from './run-approval.tsx';
import { countStepNews, longerOf, textOf } from './run-events.ts';
import { RunFacts } from './run-facts.tsx';
import { RunInput } from './run-input.tsx';
import { RunOutput } from './run-output.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { RunTrouble } from './run-trouble.tsx';
import { isOver } from './run-words.ts';
import { type FollowedRun, useFollowedRun } from './use-followed-run.ts';
import { useRunLog } from './use-run-log.ts';
import { VerifyLog } from './verify-log.tsx';

const RunPage_toolQuery = graphql(`
  query RunPage_toolQuery($slug: String!) {
    tool(slug: $slug) { id slug name ...ToolFields_tool ...RunOutput_tool }
  }
`);

export function RunPage() {
  const { runId = '' } = useParams();
  return <OneRun key={runId} runId={runId} />;
}

function OneRun({ runId }: { runId: string }) {
  const { tenant } = useViewer();
  const { run, missing, error, retry } = useFollowedRun(runId);
  if (missing) {
    return (
      <NotFound title="Run not found" homePath={`/t/${tenant.slug}`}>
        There is no such run, or it is not for you to see. Everybody sees their own runs; those of others take a right.
      </NotFound>
    );
  }
  const note = error && <ErrorNote error={error} onRetry={retry} />;
  if (!run) return note ? <Page title="Run">{note}</Page> : <PageLoading />;
  return <RunDetails run={run} note={error && !isOver(run.status) ? <RunTrouble error={error} /> : note} />;
}

function RunDetails({ run, note }: { run: FollowedRun; note: ReactNode }) {
  const { tenant } = useViewer();
  const mayRun = useCan('tools.tenant.execute');
  const [{ data }] = useQuery({ query: RunPage_toolQuery, variables: { slug: run.toolSlug } });
  const { events, seesSession } = useRunLog(run);
  const tool = data?.tool ?? undefined;
  const name = tool?.name ?? run.toolSlug;
  const over = isOver(run.status);
  const stepNews = useMemo(() => countStepNews(events, run.id), [events, run.id]);
  const text = longerOf(textOf(events, run.id), run.streamed);
  const actions = (
    <Group gap="xs">
      {mayRun && !over && <CancelRun runId={run.id} />}
      {mayRun && over && <RunAgain run={run} />}
      <CopyCall slug={run.toolSlug} input={run.input ?? {}} />
    </Group>
  );
  return (
    <Page
      title={`Run of ${name}`}
      actions={
        <Anchor component={Link} to={`/t/${tenant.slug}/runs`}>
          All runs
        </Anchor>
      }
    >
      <Stack gap="lg">
        {note}
        <RunFacts run={run} toolName={name} actions={actions} />
        <RunApproval runId={run.id} status={run.status} />
        <SectionCard title="Input">
          <RunInput input={run.input} fields={tool && readToolFields(tool)} />
        </SectionCard>
        <SectionCard title={run.status === 'ERROR' ? 'Error' : 'Output'}>
          {over ? (
            <RunOutput run={run} tool={tool} text={text} />
          ) : (
            <RunProgress status={run.status} since={Date.parse(run.createdAt)} steps={[]} text={text} />
          )}
        </SectionCard>
        <RunSteps
          runId={run.id}
          name={name}
          news={stepNews}
          frame={(list) => (
            <SectionCard title="Steps" description="What the tool ran itself to get there.">
              {list}
            </SectionCard>
          )}
        />
        <SectionCard
          title="Timeline"
          description="What happened, as the log of the session has it."
          actions={seesSession && <VerifyLog sessionId={run.sessionId} />}
        >
          <RunTimeline events={events} runId={run.id} over={over} />
        </SectionCard>
      </Stack>
    </Page>
  );
}
